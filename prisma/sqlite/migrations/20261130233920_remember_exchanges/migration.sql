-- AlterTable
ALTER TABLE "Message" ADD COLUMN "recalledFrom" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Exchange" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "user" TEXT NOT NULL DEFAULT '',
    "sessionId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "answerId" TEXT,
    "saidAt" DATETIME NOT NULL,
    "indexedAt" DATETIME,
    "model" TEXT,
    "error" TEXT,
    CONSTRAINT "Exchange_id_fkey" FOREIGN KEY ("id") REFERENCES "Message" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Exchange_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ExchangeChunk" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "exchangeId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "terms" TEXT NOT NULL DEFAULT '',
    "termCount" INTEGER NOT NULL DEFAULT 0,
    "model" TEXT,
    "vector" BLOB,
    CONSTRAINT "ExchangeChunk_exchangeId_fkey" FOREIGN KEY ("exchangeId") REFERENCES "Exchange" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Receipt" (
    "messageId" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "exchangeId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "title" TEXT,

    PRIMARY KEY ("messageId", "rank"),
    CONSTRAINT "Receipt_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message" ("id") ON DELETE CASCADE ON UPDATE CASCADE
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

-- The full text of what can be recalled. It keeps no copy of the terms, and wipes what it held of a deleted one.
CREATE VIRTUAL TABLE "ExchangeText" USING fts5(terms, content='ExchangeChunk', content_rowid='key', tokenize='unicode61 remove_diacritics 0');
INSERT INTO "ExchangeText"("ExchangeText", rank) VALUES ('secure-delete', 1);

CREATE TRIGGER "ExchangeText_insert" AFTER INSERT ON "ExchangeChunk" BEGIN
    INSERT INTO "ExchangeText"(rowid, terms) VALUES (new.key, new.terms);
END;

CREATE TRIGGER "ExchangeText_delete" AFTER DELETE ON "ExchangeChunk" BEGIN
    INSERT INTO "ExchangeText"("ExchangeText", rowid, terms) VALUES ('delete', old.key, old.terms);
END;

CREATE TRIGGER "ExchangeText_update" AFTER UPDATE OF "terms" ON "ExchangeChunk" BEGIN
    INSERT INTO "ExchangeText"("ExchangeText", rowid, terms) VALUES ('delete', old.key, old.terms);
    INSERT INTO "ExchangeText"(rowid, terms) VALUES (new.key, new.terms);
END;
