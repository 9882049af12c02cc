import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { FinalScope } from '../../ports/final-deletion.ts'
import type { Repositories } from '../repositories.ts'
import { at, exchange, OWNER } from './turns.ts'

/** Whatever makes a session visible or hides it, and some of what does neither. */
const EVENTS = [
  'begin by a program',
  'begin by a program for a user',
  'begin for another owner',
  'begin on the page',
  'begin in private',
  'go on',
  'keep',
  'delete',
  'delete all',
  'take back',
  'purge',
  'delete finally',
  'delete all finally',
  'end the older ones',
  'purge the ended',
] as const

/** `to` says which of those that there are. */
type SessionEvent = { does: (typeof EVENTS)[number]; to: number }

export const sessionEvent: fc.Arbitrary<SessionEvent> = fc.record({
  does: fc.constantFrom(...EVENTS),
  to: fc.nat(1_000),
})

export const OTHER_OWNER = 'other'

/** Sessions are active at one second after another, and all else is done at this one. */
const LATER = at(1_000)

/** Has one event after another happen, the same ones to the same sessions each time. */
export function sessionEvents(repositories: Repositories): (event: SessionEvent) => Promise<unknown> {
  const { sessions, sessionLifeStore, finalDeletion } = repositories
  const purges: string[] = []
  let seconds = 1

  const begin = (words: Parameters<typeof exchange>[1]) => {
    const now = at(seconds++)
    return exchange(repositories, { now, end: { now }, ...words })
  }
  const one = async (to: number) => {
    const { sessions: listed } = await sessions.list(OWNER, { cursor: null, limit: 100 })
    return listed[to % listed.length]?.id ?? (await begin({})).sessionId
  }
  const hide = async (sessionId: string | null) => {
    const { purgeId } = await sessions.delete(OWNER, sessionId, {
      purgeId: randomUUID(),
      now: LATER,
      until: LATER,
    })
    purges.push(purgeId)
  }
  const somePurge = (to: number) => purges.splice(to % Math.max(1, purges.length), 1)
  const deleteFinally = async (scope: FinalScope) => {
    const purgeId = randomUUID()
    await finalDeletion.begin(OWNER, scope, { purgeId, now: LATER, takeOverAt: LATER })
    await finalDeletion.finish(OWNER, purgeId, LATER)
  }

  const doing: Record<SessionEvent['does'], (to: number) => Promise<unknown>> = {
    'begin by a program': () => begin({ kind: { source: 'interface', brief: true } }),
    'begin by a program for a user': () => begin({ kind: { source: 'interface', user: 'ada' } }),
    'begin for another owner': () => begin({ kind: { source: 'interface' }, owner: OTHER_OWNER }),
    'begin on the page': () => begin({}),
    'begin in private': () => begin({ kind: { temporary: true, brief: true } }),
    'go on': async (to) => begin({ sessionId: await one(to) }),
    keep: async (to) => sessions.keep(OWNER, await one(to), { titleOf: (text) => text, now: LATER }),
    delete: async (to) => hide(await one(to)),
    'delete all': () => hide(null),
    'take back': (to) => Promise.all(somePurge(to).map((id) => sessions.undo(OWNER, id))),
    purge: (to) =>
      Promise.all(somePurge(to).map((id) => repositories.purge.run(id, { kind: 'delete', endedOf: OWNER }))),
    'delete finally': async (to) => deleteFinally({ sessionId: await one(to) }),
    'delete all finally': () => deleteFinally({ source: 'interface' }),
    'end the older ones': (to) =>
      sessionLifeStore.end({ brief: at(to % seconds), kept: at((to % seconds) - 1) }, LATER),
    'purge the ended': () => sessionLifeStore.purge({ limit: 2, threshold: 1, now: LATER, scrubAt: LATER }),
  }
  return ({ does, to }) => doing[does](to)
}
