/** A session that has no title but that of its first message, and what a model may name it by. */
export type Untitled = {
  sessionId: string
  /** The session's model; null: the default. */
  model: string | null
  question: string
  answer: string
  answerId: string
  /** An answer is being written there. */
  answering: boolean
  /** What the session was cleared up to when this was read. */
  clearedBefore: number
}

export type Titles = {
  /** null: there is nothing to name. It is gone, or named by its user or by a model, or holds no whole answer. */
  untitled(owner: string, sessionId: string): Promise<Untitled | null>
  /**
   * One update, on condition that the session is still there, was not cleared since, still has
   * that answer, and has no other title. False,
   * and nothing written, where that does not hold.
   */
  name(owner: string, untitled: Untitled, title: string): Promise<boolean>
}
