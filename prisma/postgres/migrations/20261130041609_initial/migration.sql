-- CreateEnum
CREATE TYPE "Role" AS ENUM ('system', 'user', 'assistant', 'tool');

-- CreateEnum
CREATE TYPE "MessageKind" AS ENUM ('message', 'divider');

-- CreateEnum
CREATE TYPE "MessageStatus" AS ENUM ('streaming', 'complete', 'stopped', 'failed', 'interrupted');

-- CreateEnum
CREATE TYPE "TitleAuthor" AS ENUM ('none', 'message', 'model', 'user');

-- CreateEnum
CREATE TYPE "SessionSource" AS ENUM ('page', 'interface', 'import');

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "user" TEXT,
    "title" TEXT NOT NULL,
    "titleBy" "TitleAuthor" NOT NULL DEFAULT 'none',
    "model" TEXT,
    "instructions" TEXT,
    "memory" JSONB,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "temporary" BOOLEAN NOT NULL DEFAULT false,
    "source" "SessionSource" NOT NULL DEFAULT 'page',
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastActiveAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "deletedAt" TIMESTAMP(3),
    "purgeId" TEXT,
    "nextSeq" INTEGER NOT NULL DEFAULT 0,
    "readSeq" INTEGER NOT NULL DEFAULT -1,
    "answeredSeq" INTEGER NOT NULL DEFAULT -1,
    "clearedBefore" INTEGER NOT NULL DEFAULT 0,
    "messageCount" INTEGER NOT NULL DEFAULT 0,
    "tokenCount" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Message" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "parentId" TEXT,
    "seq" INTEGER NOT NULL,
    "onPath" BOOLEAN NOT NULL DEFAULT true,
    "kind" "MessageKind" NOT NULL DEFAULT 'message',
    "role" "Role" NOT NULL,
    "parts" JSONB NOT NULL,
    "text" TEXT NOT NULL,
    "tokensCl100k" INTEGER NOT NULL,
    "tokensO200k" INTEGER NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "excluded" BOOLEAN NOT NULL DEFAULT false,
    "status" "MessageStatus" NOT NULL DEFAULT 'complete',
    "model" TEXT,
    "usage" JSONB,
    "error" JSONB,
    "clientId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "lock" TEXT,
    "processId" TEXT NOT NULL,
    "status" "MessageStatus" NOT NULL DEFAULT 'streaming',
    "stopRequested" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunLog" (
    "runId" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "RunLog_pkey" PRIMARY KEY ("runId","part","offset")
);

-- CreateTable
CREATE TABLE "Process" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "beatAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Process_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "runAt" TIMESTAMP(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" TIMESTAMP(3),
    "leasedBy" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Setting" (
    "owner" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("owner","key")
);

-- CreateTable
CREATE TABLE "ContextMap" (
    "messageId" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "map" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ContextMap_pkey" PRIMARY KEY ("messageId")
);

-- CreateTable
CREATE TABLE "PromptText" (
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "PromptText_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PromptUse" (
    "messageId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "PromptUse_pkey" PRIMARY KEY ("messageId","hash")
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

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunLog" ADD CONSTRAINT "RunLog_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContextMap" ADD CONSTRAINT "ContextMap_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromptUse" ADD CONSTRAINT "PromptUse_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "ContextMap"("messageId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromptUse" ADD CONSTRAINT "PromptUse_hash_fkey" FOREIGN KEY ("hash") REFERENCES "PromptText"("hash") ON DELETE CASCADE ON UPDATE CASCADE;
