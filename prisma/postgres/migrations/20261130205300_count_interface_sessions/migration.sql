-- CreateTable
CREATE TABLE "InterfaceSessionCount" (
    "owner" TEXT NOT NULL,
    "shard" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "InterfaceSessionCount_pkey" PRIMARY KEY ("owner","shard")
);

-- By hand, as all that follows: the models know no triggers. Once a statement, since a row that one transaction changes
-- thousands of times grows slow. A connection has one shard, so that no transaction takes two rows of an owner.
CREATE FUNCTION "countInterfaceSessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      INSERT INTO "InterfaceSessionCount" AS counted ("owner", "shard", "count")
      SELECT "owner", pg_backend_pid() % 64, COUNT(*) FROM added
      WHERE "source" = 'interface' AND "deletedAt" IS NULL
      GROUP BY "owner" ORDER BY "owner"
      ON CONFLICT ("owner", "shard") DO UPDATE SET "count" = counted."count" + excluded."count";
    WHEN 'UPDATE' THEN
      INSERT INTO "InterfaceSessionCount" AS counted ("owner", "shard", "count")
      SELECT "owner", pg_backend_pid() % 64, SUM(change) FROM (
        SELECT "owner", 1 AS change FROM added WHERE "source" = 'interface' AND "deletedAt" IS NULL
        UNION ALL
        SELECT "owner", -1 FROM removed WHERE "source" = 'interface' AND "deletedAt" IS NULL
      ) AS changed
      GROUP BY "owner" HAVING SUM(change) <> 0 ORDER BY "owner"
      ON CONFLICT ("owner", "shard") DO UPDATE SET "count" = counted."count" + excluded."count";
    WHEN 'DELETE' THEN
      INSERT INTO "InterfaceSessionCount" AS counted ("owner", "shard", "count")
      SELECT "owner", pg_backend_pid() % 64, -COUNT(*) FROM removed
      WHERE "source" = 'interface' AND "deletedAt" IS NULL
      GROUP BY "owner" ORDER BY "owner"
      ON CONFLICT ("owner", "shard") DO UPDATE SET "count" = counted."count" + excluded."count";
    WHEN 'TRUNCATE' THEN
      DELETE FROM "InterfaceSessionCount";
  END CASE;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Session_inserted" AFTER INSERT ON "Session" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "countInterfaceSessions"();

CREATE TRIGGER "Session_updated" AFTER UPDATE ON "Session" REFERENCING NEW TABLE AS added OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countInterfaceSessions"();

CREATE TRIGGER "Session_deleted" AFTER DELETE ON "Session" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "countInterfaceSessions"();

CREATE TRIGGER "Session_truncated" AFTER TRUNCATE ON "Session"
FOR EACH STATEMENT EXECUTE FUNCTION "countInterfaceSessions"();

-- Last: the triggers keep whoever writes sessions waiting until all of this holds.
INSERT INTO "InterfaceSessionCount" ("owner", "shard", "count")
SELECT "owner", 0, COUNT(*) FROM "Session"
WHERE "source" = 'interface' AND "deletedAt" IS NULL
GROUP BY "owner";
