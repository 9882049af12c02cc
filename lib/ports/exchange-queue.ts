import type { SessionMemory } from '../schemas/memory-settings.ts'

/** An exchange that waits for its texts, as it stood when it was read. */
export type UnreadExchange = {
  /** The question's. */
  id: string
  sessionId: string
  /** What its session has of its own. */
  memory: SessionMemory | null
  answerId: string | null
  saidAt: Date
  question: string
  /** null: it is not remembered, or gone. */
  answer: string | null
}

/** `terms`: in the form that is searched for. */
export type IndexedText = { text: string; terms: readonly string[] }

/** An exchange whose texts wait for vectors of a model. `indexedAt`: when they were made. */
export type UnembeddedExchange = { id: string; indexedAt: Date; texts: { key: number; text: string }[] }

/** A place in the list of sessions, the least active first. */
export type SessionPlace = { id: string; lastActiveAt: Date }

/** Of what its owner can see. Sizes in bytes, without what the database adds. */
export type IndexState = {
  exchanges: number
  /** That they are from. */
  sessions: number
  withoutTexts: number
  /** With texts, and without vectors of the model. */
  withoutVectors: number
  /** Of those that wait: how many were tried in vain. */
  failed: number
  textBytes: number
  vectorBytes: number
}

/**
 * What is to be indexed of finished exchanges, and what was. An exchange that is deleted or answered anew meanwhile is
 * not written. What is hidden waits until it is shown.
 */
export type ExchangeQueue = {
  /** The newest first. */
  withoutTexts(owner: string, options: { limit: number }): Promise<UnreadExchange[]>
  /** In place of the texts that they had; asks for the job that makes vectors of them. */
  storeTexts(
    owner: string,
    exchanges: readonly { id: string; answerId: string | null; texts: readonly IndexedText[] }[],
    now: Date,
  ): Promise<void>
  /** Those whose texts are the newest first, `except` some. */
  withoutVectors(
    owner: string,
    options: { model: string; limit: number; except?: readonly string[] },
  ): Promise<UnembeddedExchange[]>
  /** Of those texts of each exchange that are to be found by meaning. */
  storeVectors(
    owner: string,
    model: string,
    exchanges: readonly {
      id: string
      indexedAt: Date
      vectors: readonly { key: number; vector: Float32Array }[]
    }[],
  ): Promise<void>
  /** Keeps why they have no vectors yet. */
  failed(owner: string, exchangeIds: readonly string[], error: string): Promise<void>
  /** Of an owner, those that are neither deleted nor temporary, from behind a place on. */
  sessionsBehind(
    owner: string,
    options: { after: SessionPlace | null; limit: number },
  ): Promise<(SessionPlace & { memory: SessionMemory | null })[]>
  /** Has at most so many of a session's finished exchanges wait that are not there yet. Says how many. */
  addMissing(owner: string, sessionId: string, options: { limit: number }): Promise<number>
  /** Has all that there is wait for its texts again. It is found as it was until it has them. */
  waitAnew(owner: string): Promise<void>
  /** Takes all that is indexed of a session. */
  forget(owner: string, sessionId: string): Promise<void>
  /** Asks for the job that adds what is missing, and takes what is not to be remembered. */
  askForMissing(owner: string, now: Date): Promise<void>
  /** The same for every owner, with the job that makes vectors where some wait for those of the model. */
  askForAll(model: string, now: Date): Promise<void>
  state(owner: string, model: string): Promise<IndexState>
}
