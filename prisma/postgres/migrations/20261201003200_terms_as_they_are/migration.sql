-- The terms as they are: as a tsvector they are parsed again, for each row that no index leads to.
DROP INDEX "ExchangeChunk_terms_idx";
CREATE INDEX "ExchangeChunk_terms_idx" ON "ExchangeChunk" USING GIN (string_to_array("terms", ' '));
