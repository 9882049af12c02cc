-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "next" JSONB;

-- CreateIndex
CREATE INDEX "Summary_sessionId_fromSeq_usable_version_idx" ON "Summary"("sessionId", "fromSeq", "usable", "version");
