-- AlterTable
-- By hand: the generated redefinition drops the table, and with it, where foreign keys are on, every message.
ALTER TABLE "Session" ADD COLUMN "chosen" INTEGER NOT NULL DEFAULT 0;
