-- CreateTable
CREATE TABLE "InterfaceSessionCount" (
    "owner" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("owner", "shard")
);

-- By hand, as all that follows: the models know no triggers. There is one shard, since there is one writer at a time.
CREATE TRIGGER "Session_inserted" AFTER INSERT ON "Session"
WHEN NEW."source" = 'interface' AND NEW."deletedAt" IS NULL
BEGIN
  INSERT INTO "InterfaceSessionCount" ("owner", "shard", "count") VALUES (NEW."owner", 0, 1)
  ON CONFLICT ("owner", "shard") DO UPDATE SET "count" = "count" + 1;
END;

CREATE TRIGGER "Session_updated_to" AFTER UPDATE OF "owner", "source", "deletedAt" ON "Session"
WHEN NEW."source" = 'interface' AND NEW."deletedAt" IS NULL
BEGIN
  INSERT INTO "InterfaceSessionCount" ("owner", "shard", "count") VALUES (NEW."owner", 0, 1)
  ON CONFLICT ("owner", "shard") DO UPDATE SET "count" = "count" + 1;
END;

CREATE TRIGGER "Session_updated_from" AFTER UPDATE OF "owner", "source", "deletedAt" ON "Session"
WHEN OLD."source" = 'interface' AND OLD."deletedAt" IS NULL
BEGIN
  UPDATE "InterfaceSessionCount" SET "count" = "count" - 1 WHERE "owner" = OLD."owner" AND "shard" = 0;
END;

CREATE TRIGGER "Session_deleted" AFTER DELETE ON "Session"
WHEN OLD."source" = 'interface' AND OLD."deletedAt" IS NULL
BEGIN
  UPDATE "InterfaceSessionCount" SET "count" = "count" - 1 WHERE "owner" = OLD."owner" AND "shard" = 0;
END;

INSERT INTO "InterfaceSessionCount" ("owner", "shard", "count")
SELECT "owner", 0, COUNT(*) FROM "Session"
WHERE "source" = 'interface' AND "deletedAt" IS NULL
GROUP BY "owner";
