-- CreateTable
CREATE TABLE "AccessAttempt" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "clearAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "AccessAttempt_clearAt_idx" ON "AccessAttempt"("clearAt");
