-- CreateTable
CREATE TABLE "AccessAttempt" (
    "key" TEXT NOT NULL,
    "clearAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AccessAttempt_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "AccessAttempt_clearAt_idx" ON "AccessAttempt"("clearAt");
