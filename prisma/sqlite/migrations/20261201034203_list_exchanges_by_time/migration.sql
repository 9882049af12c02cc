-- CreateIndex
CREATE INDEX "Exchange_owner_saidAt_id_idx" ON "Exchange"("owner", "saidAt" DESC, "id");
