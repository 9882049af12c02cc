import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { leaseDue } from './testing/leases.ts'
import { storeSummary } from './testing/summaries.ts'
import { at, exchange, OWNER } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

const EVENTS = [
  'say',
  'say',
  'tell',
  'forget',
  'forget',
  'forget an answer',
  'clear',
  'delete',
  'mark',
] as const
const UNDOING = ['undo', 'undo', 'undo', 'purge'] as const

type Event = { does: (typeof EVENTS)[number] | (typeof UNDOING)[number]; to: number }
const event: fc.Arbitrary<Event> = fc.record({
  does: fc.constantFrom(...EVENTS, ...UNDOING),
  to: fc.nat(1_000),
})

/** A clear of what is deleted by now cannot be undone either. */
const REFUSALS = ['undo_expired', 'session_not_found']

/** What went, by which purge. */
type Hidden = { purgeId: string; ids: string[] }

const titleOf = (text: string) => text.slice(0, 40)

describe.each(DIALECTS)('forgetting in any order on %s', (dialect) => {
  const db = useDatabase(dialect)

  async function through(events: readonly Event[]) {
    const { sessions, messages, exchangeForgetting, jobs, purge, summaries, database } = db.now
    const first = await exchange(db.now, { text: 'q0' })
    const { sessionId } = first
    let said = [first.userId, first.answerId]
    let hidden: Hidden[] = []
    const told = new Map<string, string[]>()
    let isDeleted = false
    let count = 0

    const shown = () => said.filter((id) => !hidden.some(({ ids }) => ids.includes(id)))
    const plan = () => ({ purgeId: `p${++count}`, now: at(10), until: at(40 + count), titleOf })
    const rowOf = (id: string) => database.read((tx) => tx.message.findUniqueOrThrow({ where: { id } }))
    const hide = (purgeId: string, ids: string[]) => hidden.push({ purgeId, ids })

    /** An answer alone whose question was forgotten since goes where that is. */
    async function followQuestion({ ids: [id, ...others] }: Hidden): Promise<void> {
      if (id === undefined || others.length > 0) return
      const { parentId } = await rowOf(id)
      hidden.find(({ ids }) => parentId !== null && ids[0] === parentId)?.ids.push(id)
    }

    /** Throws what the database throws, and then nothing has changed. */
    async function happen({ does, to }: Event): Promise<void> {
      const all = shown()
      const chosen = all[to % Math.max(1, all.length)]
      if (does === 'undo') {
        const one = hidden[to % Math.max(1, hidden.length)]
        if (!one) return
        await sessions.undo(OWNER, one.purgeId)
        hidden = hidden.filter((each) => each !== one)
        await followQuestion(one)
        isDeleted = isDeleted && one.ids.length > 0
        return
      }
      if (does === 'purge') {
        const [job] = await leaseDue(db.now, { now: at(9_000), limit: 1 })
        if (!job) return
        await purge.run(job.id, job.payload)
        await jobs.done(job)
        const gone = hidden.find(({ purgeId }) => purgeId === job.id)
        hidden = hidden.filter((each) => each !== gone)
        said = said.filter((id) => !gone?.ids.includes(id))
        hidden = hidden.map((each) => ({ ...each, ids: each.ids.filter((id) => said.includes(id)) }))
        return
      }
      if (isDeleted) return
      if (does === 'say') {
        const { userId, answerId } = await exchange(db.now, { sessionId, text: `q${count++}` })
        said.push(userId, answerId)
      } else if (does === 'tell' && chosen) {
        const { clearedBefore } = await database.read((tx) =>
          tx.session.findUniqueOrThrow({ where: { id: sessionId } }),
        )
        const { seq: toSeq } = await rowOf(chosen)
        const { versions } = await summaries.list(OWNER, sessionId, { limit: 1 })
        const version = (versions[0]?.version ?? 0) + 1
        const taken = await database.read((tx) => tx.summary.count({ where: { sessionId, version } }))
        if (taken > 0) return
        const id = await storeSummary(db.now, sessionId, { version, fromSeq: clearedBefore, toSeq })
        told.set(id, shown().slice(0, shown().indexOf(chosen) + 1))
      } else if (does === 'forget' && chosen) {
        const purge = plan()
        const before = await messages.page(OWNER, sessionId, { beforeSeq: null, limit: 1_000 })
        await exchangeForgetting.forgetExchanges(OWNER, { exchangeIds: [chosen], answerIds: [] }, purge)
        const after = new Set(
          (await messages.page(OWNER, sessionId, { beforeSeq: null, limit: 1_000 })).messages.map(
            ({ id }) => id,
          ),
        )
        const gone = before.messages.map(({ id }) => id).filter((id) => !after.has(id))
        expect(gone).toContain(chosen)
        expect(gone.length).toBeLessThanOrEqual(2)
        hide(purge.purgeId, gone)
      } else if (does === 'forget an answer' && chosen) {
        const { role } = await rowOf(chosen)
        if (role !== 'assistant') return
        const purge = plan()
        await exchangeForgetting.forgetExchanges(OWNER, { exchangeIds: [], answerIds: [chosen] }, purge)
        hide(purge.purgeId, [chosen])
      } else if (does === 'clear' && chosen) {
        const purge = plan()
        const ids = shown()
        await sessions.clear(OWNER, sessionId, purge)
        hide(purge.purgeId, ids)
      } else if (does === 'delete') {
        const purge = plan()
        await sessions.delete(OWNER, sessionId, purge)
        isDeleted = true
        hide(purge.purgeId, [])
      } else if (does === 'mark' && chosen) {
        const mark = (['pinned', 'excluded', null] as const)[to % 3] ?? null
        await messages.mark(OWNER, sessionId, chosen, { mark, now: at(11) })
      }
    }

    async function holds() {
      const rows = await database.read((tx) => tx.message.findMany({ orderBy: { seq: 'asc' } }))
      expect(rows.map(({ id }) => id).toSorted()).toEqual([...said].toSorted())
      if (isDeleted) return
      const page = await messages.page(OWNER, sessionId, { beforeSeq: null, limit: 1_000 })
      expect(page.messages.map(({ id }) => id)).toEqual(shown())
      const { messageCount, tokenCount } = await sessions.get(OWNER, sessionId)
      const there = rows.filter(({ id }) => shown().includes(id))
      expect({ messageCount, tokenCount }).toEqual({
        messageCount: there.length,
        tokenCount: there.reduce((sum, { tokensO200k }) => sum + tokensO200k, 0),
      })
      // Of an exchange all or nothing is marked.
      for (const row of there) {
        const above = there.find(({ id }) => id === row.parentId)
        if (row.role === 'assistant' && above?.role === 'user')
          expect([row.pinned, row.excluded]).toEqual([above.pinned, above.excluded])
      }
      const { versions } = await summaries.list(OWNER, sessionId, { limit: 1_000 })
      for (const { id } of versions) expect(shown()).toEqual(expect.arrayContaining(told.get(id) ?? []))
    }

    for (const [place, event] of events.entries()) {
      try {
        await happen(event)
      } catch (error) {
        if (!(error instanceof AppError) || !REFUSALS.includes(error.code))
          throw new Error(`At event ${place}, ${JSON.stringify(event)}`, { cause: error })
      }
      const exists = await database.read((tx) => tx.session.count({ where: { id: sessionId } }))
      if (exists === 0) return
      await holds()
    }
  }

  test('what is shown is what was said, less what was forgotten and not taken back; and no more is stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 15, maxLength: 40, size: 'max' }), async (events) => {
        await db.now.database.write(async (tx) => {
          await tx.session.deleteMany()
          await tx.job.deleteMany()
        })
        await through(events)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  }, 200_000)
})
