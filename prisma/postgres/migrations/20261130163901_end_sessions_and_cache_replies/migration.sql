-- AlterTable
ALTER TABLE "Session" DROP COLUMN "expiresAt",
ADD COLUMN     "brief" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "CachedReply" (
    "key" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "CachedReply_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "CachedReply_sessionId_idx" ON "CachedReply"("sessionId");

-- CreateIndex
CREATE INDEX "CachedReply_messageId_idx" ON "CachedReply"("messageId");

-- CreateIndex
CREATE INDEX "CachedReply_expiresAt_idx" ON "CachedReply"("expiresAt");

-- CreateIndex
CREATE INDEX "Session_owner_source_deletedAt_lastActiveAt_id_idx" ON "Session"("owner", "source", "deletedAt", "lastActiveAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Session_brief_deletedAt_lastActiveAt_idx" ON "Session"("brief", "deletedAt", "lastActiveAt");

-- AddForeignKey
ALTER TABLE "CachedReply" ADD CONSTRAINT "CachedReply_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CachedReply" ADD CONSTRAINT "CachedReply_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;
