-- AlterTable
ALTER TABLE "Session" ADD COLUMN "titleKey" TEXT NOT NULL DEFAULT '';
UPDATE "Session" SET "titleKey" = lower("title");

-- AlterTable
ALTER TABLE "Job" ADD COLUMN "key" TEXT,
ADD COLUMN "failedAt" TIMESTAMP(3);

-- DropIndex
DROP INDEX "Job_runAt_idx";

-- CreateIndex
CREATE UNIQUE INDEX "Job_key_key" ON "Job"("key");

-- CreateIndex
CREATE INDEX "Job_failedAt_runAt_idx" ON "Job"("failedAt", "runAt");
