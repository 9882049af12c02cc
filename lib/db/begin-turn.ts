import type { BegunTurn, NewTurn } from '../ports/turn-store.ts'
import { answerAgain } from './answer-again.ts'
import type { Database } from './client.ts'
import { errorKind } from './database-error.ts'
import { freeName } from './free-name.ts'
import { assertFree } from './holder.ts'
import type { Target } from './insert-rows.ts'
import { joinKnown } from './join-known.ts'
import { sendMessage } from './send-message.ts'

/** Each try but the first means that a run which held the session has ended at that very moment. */
const MAX_TRIES = 5

/**
 * See `TurnStore.begin`. Whether a session is free, and whether a message was never sent before, is held by unique
 * columns: only who breaks them asks by whom.
 */
export async function beginTurn(database: Database, turn: NewTurn): Promise<BegunTurn> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.write((tx) => begin({ tx, dialect: database.dialect }, turn))
    } catch (error) {
      if (errorKind(error, database.dialect) !== 'unique' || tries === MAX_TRIES) throw error
      const joined = await database.read((db) => joinKnown(db, turn))
      if (joined) return joined
      await database.read((db) => assertFree(db, turn.place.sessionId))
      if (turn.place.create) await freeName(database, turn)
    }
  }
}

function begin(to: Target, turn: NewTurn): Promise<BegunTurn> {
  const { prompt } = turn
  return prompt.kind === 'send' ? sendMessage(to, turn, prompt) : answerAgain(to, turn, prompt)
}
