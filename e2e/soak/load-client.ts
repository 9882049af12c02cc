import { isBroken, join, readToEnd, threadOf } from '../support/api.ts'
import { isOpenai, KEEPING } from '../support/doors.ts'
import type { Entry } from './ledger.ts'
import { pageWay } from './page-way.ts'
import { programWay } from './program-way.ts'
import type { Random } from './random.ts'
import type { Watch, Way } from './way.ts'

/** A client that sends one message after the other, and follows each to the end of its answer through every crash. */
export type LoadClient = {
  /** Returns when `isOver` says so and the last message has been answered. */
  run(isOver: () => boolean): Promise<void>
}

type Deps = Watch & {
  name: string
  random: Random
  maxSessions: number
  /** The address of the server that runs, or of the next one. */
  server(): Promise<string>
}

/** How often a message is sent or taken up again before its client gives up. */
const MAX_TRIES = 200

export function createLoadClient(deps: Deps): LoadClient {
  const { name, random, ledger, sessions } = deps

  function nextEntry(index: number): Entry {
    const words = 5 + random.below(40)
    const isNew = sessions.length < deps.maxSessions
    const entry: Entry = {
      clientId: `${name}-${index}`,
      text: `[[words ${words}]] [[pace ${5 + random.below(20)}]] ${name}, number ${index}`,
      whole: Array.from({ length: words }, (_, word) => `word${word + 1}`).join(' '),
      sessionId: isNew ? null : (random.pick(sessions) ?? null),
      accepted: false,
      told: null,
    }
    ledger.entries.push(entry)
    return entry
  }

  /** By any door; a session that is not there yet is begun by one that gives it its name. */
  function wayOf(entry: Entry): Way {
    const doors = entry.sessionId === null ? KEEPING.filter(isOpenai) : KEEPING
    const door = random.pick([null, ...doors])
    return door ? programWay(door, entry, deps) : pageWay(entry, deps, random)
  }

  async function deliver(entry: Entry): Promise<void> {
    const way = wayOf(entry)
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const base = await deps.server()
      const came = await way.attempt(base)
      if (came === 'answered') return
      if (came === 'busy' && entry.sessionId !== null) await waitForHolder(base, entry.sessionId)
    }
    ledger.faults.push(`${entry.clientId} was not answered after ${MAX_TRIES} tries`)
  }

  /** Another client writes in that session. */
  async function waitForHolder(base: string, sessionId: string): Promise<void> {
    try {
      const { runId } = await threadOf(base, encodeURIComponent(sessionId))
      if (runId === null) return
      const run = await join(base, runId)
      if (run.ok) await readToEnd(run)
      else await run.body?.cancel()
    } catch (error) {
      if (!isBroken(error)) throw error
    }
  }

  return {
    async run(isOver) {
      for (let index = 0; !isOver(); index++) await deliver(nextEntry(index))
    },
  }
}
