-- CreateIndex
CREATE INDEX "Message_sessionId_pinned_idx" ON "Message"("sessionId", "pinned");
