-- CreateTable
CREATE TABLE "Summary" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "fromSeq" INTEGER NOT NULL,
    "toSeq" INTEGER NOT NULL,
    "messageCount" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "tokensCl100k" INTEGER NOT NULL,
    "tokensO200k" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "model" TEXT,
    "asked" BOOLEAN NOT NULL DEFAULT false,
    "basedOn" INTEGER,
    "omitted" JSONB NOT NULL,
    "conflicts" JSONB NOT NULL,
    "usable" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Summary_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Summary_sessionId_version_key" ON "Summary"("sessionId", "version");
