-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "user" TEXT,
    "title" TEXT NOT NULL,
    "titleBy" TEXT NOT NULL DEFAULT 'none',
    "model" TEXT,
    "instructions" TEXT,
    "memory" JSONB,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "temporary" BOOLEAN NOT NULL DEFAULT false,
    "source" TEXT NOT NULL DEFAULT 'page',
    "createdAt" DATETIME NOT NULL,
    "lastActiveAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    "deletedAt" DATETIME,
    "purgeId" TEXT,
    "nextSeq" INTEGER NOT NULL DEFAULT 0,
    "readSeq" INTEGER NOT NULL DEFAULT -1,
    "answeredSeq" INTEGER NOT NULL DEFAULT -1,
    "clearedBefore" INTEGER NOT NULL DEFAULT 0,
    "messageCount" INTEGER NOT NULL DEFAULT 0,
    "tokenCount" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "Message" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "parentId" TEXT,
    "seq" INTEGER NOT NULL,
    "onPath" BOOLEAN NOT NULL DEFAULT true,
    "kind" TEXT NOT NULL DEFAULT 'message',
    "role" TEXT NOT NULL,
    "parts" JSONB NOT NULL,
    "text" TEXT NOT NULL,
    "tokensCl100k" INTEGER NOT NULL,
    "tokensO200k" INTEGER NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "excluded" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'complete',
    "model" TEXT,
    "usage" JSONB,
    "error" JSONB,
    "clientId" TEXT,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Message_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "lock" TEXT,
    "processId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'streaming',
    "stopRequested" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Run_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RunLog" (
    "runId" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("runId", "part", "offset"),
    CONSTRAINT "RunLog_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Process" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "beatAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "runAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" DATETIME,
    "leasedBy" TEXT,
    "error" TEXT,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "owner" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    PRIMARY KEY ("owner", "key")
);

-- CreateTable
CREATE TABLE "ContextMap" (
    "messageId" TEXT NOT NULL PRIMARY KEY,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "map" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ContextMap_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PromptText" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "PromptUse" (
    "messageId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    PRIMARY KEY ("messageId", "hash"),
    CONSTRAINT "PromptUse_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "ContextMap" ("messageId") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PromptUse_hash_fkey" FOREIGN KEY ("hash") REFERENCES "PromptText" ("hash") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Session_owner_deletedAt_lastActiveAt_id_idx" ON "Session"("owner", "deletedAt", "lastActiveAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Session_purgeId_idx" ON "Session"("purgeId");

-- CreateIndex
CREATE INDEX "Message_sessionId_onPath_kind_seq_idx" ON "Message"("sessionId", "onPath", "kind", "seq");

-- CreateIndex
CREATE INDEX "Message_parentId_idx" ON "Message"("parentId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_sessionId_seq_key" ON "Message"("sessionId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Message_owner_clientId_key" ON "Message"("owner", "clientId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_messageId_key" ON "Run"("messageId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_lock_key" ON "Run"("lock");

-- CreateIndex
CREATE INDEX "Run_processId_lock_idx" ON "Run"("processId", "lock");

-- CreateIndex
CREATE INDEX "Run_sessionId_idx" ON "Run"("sessionId");

-- CreateIndex
CREATE INDEX "Job_runAt_idx" ON "Job"("runAt");

-- CreateIndex
CREATE INDEX "ContextMap_sessionId_idx" ON "ContextMap"("sessionId");

-- CreateIndex
CREATE INDEX "PromptUse_hash_idx" ON "PromptUse"("hash");
