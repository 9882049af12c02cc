/** Messages of a conversation by their seqs, both ends included. */
export type SeqRange = { fromSeq: number; toSeq: number }

export const isWithin = ({ fromSeq, toSeq }: SeqRange, seq: number): boolean => fromSeq <= seq && seq <= toSeq
