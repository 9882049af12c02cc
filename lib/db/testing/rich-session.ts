import { remember } from './recall-rows.ts'
import { storeSummary } from './summaries.ts'
import { at, contextOf, exchange, OWNER } from './turns.ts'
import type { DatabaseUnderTest } from './use-database.ts'

/** Three exchanges with all that can hang on the first: map, prompt, summaries, index, kept reply. */
export async function richSession(now: DatabaseUnderTest['now']) {
  const end = { context: contextOf({ own: 'Here.' }) }
  const first = await exchange(now, { text: 'first words', end })
  const { sessionId } = first
  const second = await exchange(now, { sessionId, text: 'second' })
  const third = await exchange(now, { sessionId, text: 'third' })
  await storeSummary(now, sessionId)
  await storeSummary(now, sessionId, { version: 2, toSeq: 3 })
  await remember(now, { owner: OWNER, ...first }, { text: 'User: first words', terms: 'first word' })
  await remember(now, { owner: OWNER, ...second, seq: 2 }, { text: 'User: second', terms: 'second' })
  await now.replies.keep(OWNER, { key: 'k', messageId: first.answerId, expiresAt: at(9_000) })
  return { sessionId, first, second, third }
}
