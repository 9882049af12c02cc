-- CreateTable
CREATE TABLE "RateCount" (
    "kind" TEXT NOT NULL,
    "period" INTEGER NOT NULL,
    "who" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "RateCount_pkey" PRIMARY KEY ("kind","period","who")
);
