-- What is wiped at once leaves the index so that SQLite 3.45 finds it malformed. It is wiped when the file is scrubbed.
INSERT INTO "ExchangeText"("ExchangeText", rank) VALUES ('secure-delete', 0);
INSERT INTO "ExchangeText"("ExchangeText") VALUES ('rebuild');
