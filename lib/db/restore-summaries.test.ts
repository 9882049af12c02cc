import { describe, expect, test } from 'vitest'
import { storeSummary } from './testing/summaries.ts'
import { at, OWNER, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { purge, useForgetting } from './testing/use-forgetting.ts'

describe.each(DIALECTS)('Clearing does not forget: summaries of what is taken back on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { forget, undo } = useForgetting(db)

  const versions = async (sessionId: string) =>
    (await db.now.summaries.list(OWNER, sessionId, { limit: 9 })).versions.map(({ version, usable }) =>
      usable ? version : -version,
    )

  test('that were written without it meanwhile go when it comes back, and others get later numbers', async () => {
    const { sessionId, turns } = await talk(db.now, 4)
    await storeSummary(db.now, sessionId)
    await storeSummary(db.now, sessionId, { version: 2, toSeq: 3 })
    await forget([turns[1]?.userId ?? ''])
    expect(await versions(sessionId)).toEqual([1])
    await storeSummary(db.now, sessionId, { version: 2, toSeq: 5, text: 'without it' })
    await storeSummary(db.now, sessionId, { version: 3, text: 'of the first' })
    await undo()
    expect(await versions(sessionId)).toEqual([3, 2, 1])
    const list = await db.now.summaries.list(OWNER, sessionId, { limit: 9 })
    expect(list.versions.map(({ text, toSeq }) => [text, toSeq])).toEqual([
      ['of the first', 1],
      ['They spoke.', 3],
      ['They spoke.', 1],
    ])
  })

  test('come back as the marks are by then, and not where they tell what is hidden still', async () => {
    const { sessionId, turns } = await talk(db.now, 4)
    const [first, second, third] = turns.map(({ userId }) => userId)
    await storeSummary(db.now, sessionId, { toSeq: 3 })
    await storeSummary(db.now, sessionId, { version: 2, toSeq: 5 })
    await forget([second ?? ''])
    await db.now.messages.mark(OWNER, sessionId, first ?? '', { mark: 'excluded', now: at(11) })
    await forget([third ?? ''], [], purge('third'))
    await undo()
    expect(await versions(sessionId)).toEqual([-1])
    await db.now.messages.mark(OWNER, sessionId, first ?? '', { mark: null, now: at(12) })
    expect(await versions(sessionId)).toEqual([1])
    await undo('third')
    expect(await versions(sessionId)).toEqual([1])
  })
})
