-- CreateTable
CREATE TABLE "CachedReply" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "CachedReply_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CachedReply_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable: in place, because a table that is made anew would take its rows' dependents along.
ALTER TABLE "Session" DROP COLUMN "expiresAt";
ALTER TABLE "Session" ADD COLUMN "brief" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "Session_owner_source_deletedAt_lastActiveAt_id_idx" ON "Session"("owner", "source", "deletedAt", "lastActiveAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Session_brief_deletedAt_lastActiveAt_idx" ON "Session"("brief", "deletedAt", "lastActiveAt");

-- CreateIndex
CREATE INDEX "CachedReply_sessionId_idx" ON "CachedReply"("sessionId");

-- CreateIndex
CREATE INDEX "CachedReply_messageId_idx" ON "CachedReply"("messageId");

-- CreateIndex
CREATE INDEX "CachedReply_expiresAt_idx" ON "CachedReply"("expiresAt");
