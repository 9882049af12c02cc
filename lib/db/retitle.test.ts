import { describe, expect, test } from 'vitest'
import { receive } from './testing/recall-rows.ts'
import { exchange, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { purge, useForgetting } from './testing/use-forgetting.ts'

describe.each(DIALECTS)('Clearing does not forget: the title of what was forgotten on %s', (dialect) => {
  const db = useDatabase(dialect)
  const { forget, undo, read, purgeDue } = useForgetting(db)

  const titleIs = async (sessionId: string) => {
    const { title, titleBy } = await db.now.sessions.get(OWNER, sessionId)
    return [title, titleBy]
  }
  const two = async () => {
    const first = await exchange(db.now, { text: 'one' })
    return { first, second: await exchange(db.now, { sessionId: first.sessionId, text: 'two' }) }
  }
  const named = async (sessionId: string) => {
    const untitled = await db.now.titles.untitled(OWNER, sessionId)
    if (untitled === null) throw new Error('It has a name.')
    expect(await db.now.titles.name(OWNER, untitled, 'By a model')).toBe(true)
    await db.now.database.write((tx) => tx.job.deleteMany({ where: { kind: 'title' } }))
  }
  const titleJobs = () => read((tx) => tx.job.count({ where: { kind: 'title' } }))

  test('is made anew of the next message, or is none', async () => {
    const { first, second } = await two()
    const { sessionId } = first
    await forget([second.userId], [], purge('second'))
    expect(await titleIs(sessionId)).toEqual(['one', 'message'])
    await undo('second')
    await forget([first.userId], [], purge('first'))
    expect(await titleIs(sessionId)).toEqual(['two', 'message'])
    await forget([second.userId], [], purge('second'))
    expect(await titleIs(sessionId)).toEqual(['New chat', 'none'])
    await undo('first')
    expect(await titleIs(sessionId)).toEqual(['one', 'message'])
    await undo('second')
    expect(await titleIs(sessionId)).toEqual(['one', 'message'])
  })

  test('by a model is asked for again, and comes back', async () => {
    const { first } = await two()
    const { sessionId } = first
    await named(sessionId)
    await forget([first.userId])
    expect(await titleIs(sessionId)).toEqual(['two', 'message'])
    expect(await titleJobs()).toBe(1)
    await undo()
    expect(await titleIs(sessionId)).toEqual(['By a model', 'model'])
  })

  test('of the user stays', async () => {
    const { first } = await two()
    await db.now.sessions.update(OWNER, first.sessionId, { title: 'Mine' })
    await forget([first.userId])
    expect(await titleIs(first.sessionId)).toEqual(['Mine', 'user'])
  })

  test('that a model says of what was forgotten meanwhile is not given', async () => {
    const { first } = await two()
    const untitled = await db.now.titles.untitled(OWNER, first.sessionId)
    await forget([first.userId])
    if (untitled === null) throw new Error('It has a name.')
    expect(await db.now.titles.name(OWNER, untitled, 'Of one')).toBe(false)
  })

  test('that was sent with passages goes from the receipts if it came from what was forgotten', async () => {
    const { first, second } = await two()
    const other = await exchange(db.now)
    const { sessionId } = first
    const of = { owner: OWNER, sessionId, title: 'one' }
    await receive(db.now, other.answerId, { ...of, exchangeId: second.userId })
    const sent = async () => (await read((tx) => tx.receipt.findFirstOrThrow())).title
    await forget([second.userId], [], purge('second'))
    await purgeDue()
    expect(await sent()).toBe('one')
    await forget([first.userId], [], purge('first', 60))
    expect(await sent()).toBe('one')
    await purgeDue(100)
    expect(await sent()).toBeNull()
  })
})
