import type { Chunk } from '../../memory/recall-ports.ts'
import { Prisma } from '../generated/sqlite/client.ts'

export type ChunkColumns = { exchangeId: string; index: number; text: string }

/** Of the chunks `c`. */
export const CHUNK_COLUMNS = Prisma.sql`c."exchangeId", c."index", c.text`

export const toChunk = ({ exchangeId, index, text }: ChunkColumns): Chunk => ({
  text,
  documentId: exchangeId,
  chunkIndex: index,
})
