-- AlterTable
-- By hand: the generated redefinition drops the table, and with it, where foreign keys are on, every message.
ALTER TABLE "Session" ADD COLUMN "titleKey" TEXT NOT NULL DEFAULT '';
UPDATE "Session" SET "titleKey" = lower("title");

-- AlterTable
ALTER TABLE "Job" ADD COLUMN "key" TEXT;
ALTER TABLE "Job" ADD COLUMN "failedAt" DATETIME;

-- DropIndex
DROP INDEX "Job_runAt_idx";

-- CreateIndex
CREATE UNIQUE INDEX "Job_key_key" ON "Job"("key");

-- CreateIndex
CREATE INDEX "Job_failedAt_runAt_idx" ON "Job"("failedAt", "runAt");
