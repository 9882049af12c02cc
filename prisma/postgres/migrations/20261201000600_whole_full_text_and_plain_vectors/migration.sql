-- Numbers do not get shorter, so that each try to compress them is for nothing.
ALTER TABLE "ExchangeChunk" ALTER COLUMN "vector" SET STORAGE EXTERNAL;
