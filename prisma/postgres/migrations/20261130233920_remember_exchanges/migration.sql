-- AlterTable
ALTER TABLE "Message" ADD COLUMN "recalledFrom" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Exchange" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "user" TEXT NOT NULL DEFAULT '',
    "sessionId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "answerId" TEXT,
    "saidAt" TIMESTAMP(3) NOT NULL,
    "indexedAt" TIMESTAMP(3),
    "model" TEXT,
    "error" TEXT,

    CONSTRAINT "Exchange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ExchangeChunk" (
    "key" SERIAL NOT NULL,
    "exchangeId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "terms" TEXT NOT NULL DEFAULT '',
    "termCount" INTEGER NOT NULL DEFAULT 0,
    "model" TEXT,
    "vector" BYTEA,

    CONSTRAINT "ExchangeChunk_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Receipt" (
    "messageId" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "exchangeId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "title" TEXT,

    CONSTRAINT "Receipt_pkey" PRIMARY KEY ("messageId","rank")
);

-- CreateIndex
CREATE INDEX "Exchange_owner_user_saidAt_idx" ON "Exchange"("owner", "user", "saidAt");

-- CreateIndex
CREATE INDEX "Exchange_sessionId_seq_idx" ON "Exchange"("sessionId", "seq");

-- CreateIndex
CREATE INDEX "Exchange_owner_indexedAt_model_idx" ON "Exchange"("owner", "indexedAt", "model");

-- CreateIndex
CREATE UNIQUE INDEX "ExchangeChunk_exchangeId_index_key" ON "ExchangeChunk"("exchangeId", "index");

-- CreateIndex
CREATE INDEX "Receipt_exchangeId_idx" ON "Receipt"("exchangeId");

-- CreateIndex
CREATE INDEX "Receipt_sessionId_idx" ON "Receipt"("sessionId");

-- AddForeignKey
ALTER TABLE "Exchange" ADD CONSTRAINT "Exchange_id_fkey" FOREIGN KEY ("id") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Exchange" ADD CONSTRAINT "Exchange_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExchangeChunk" ADD CONSTRAINT "ExchangeChunk_exchangeId_fkey" FOREIGN KEY ("exchangeId") REFERENCES "Exchange"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Receipt" ADD CONSTRAINT "Receipt_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The full text of what can be recalled.
CREATE INDEX "ExchangeChunk_terms_idx" ON "ExchangeChunk" USING GIN (to_tsvector('simple', "terms"));
