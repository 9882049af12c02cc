import { sessionPage } from '../../lib/schemas/session.ts'
import { messagesResponse } from '../../lib/schemas/thread.ts'
import { say } from '../support/api.ts'
import { createFleet } from './fleet.ts'
import { createLedger } from './ledger.ts'
import { createLoadClient } from './load-client.ts'
import { createRandom } from './random.ts'
import { judge, type StoredSession, type Verdict } from './verdict.ts'

export type SoakOptions = {
  /** Of the server, with its database and an upstream that understands `[[words]]` and `[[pace]]`. */
  env: Record<string, string>
  kills: number
  /** Decides what is sent and when is killed; what falls together then is for the machine to decide. */
  seed: number
  /** On one database; clients take turns with them, and each kill is of one. */
  servers?: number
  clients?: number
  sessions?: number
  onKill?(progress: { kill: number; accepted: number; faults: number }): void
}

/** Of events that all clients together read before the next kill; some two hundred come in a second. */
const MOST_EVENTS = 300

/**
 * Kills servers again and again in the middle of turns, with clients that go on sending; then holds what is stored
 * against what they were told.
 */
export async function soak(options: SoakOptions): Promise<Verdict> {
  const { env, kills, seed, servers = 1, clients = 8, sessions = 12 } = options
  const random = createRandom(seed)
  const ledger = createLedger()
  const events = createCounter()
  const fleet = createFleet(env, servers)
  const shared: string[] = []
  let over = false

  const load = Array.from({ length: clients }, (_, index) =>
    createLoadClient({
      name: `client-${seed}-${index}`,
      random: createRandom(seed + index + 1),
      ledger,
      sessions: shared,
      maxSessions: sessions,
      server: fleet.address,
      onEvent: events.count,
    }).run(() => over),
  )
  const loaded = Promise.all(load)
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await fleet.allAnswer()
      await Promise.race([events.next(1 + random.below(MOST_EVENTS)), loaded])
      fleet.kill(random.below(servers))
      options.onKill?.({
        kill,
        accepted: ledger.entries.filter((entry) => entry.accepted).length,
        faults: ledger.faults.length,
      })
    }
    over = true
    await loaded
    // Once more without haste: what only a start mends is to be mended now.
    await fleet.startAfresh()
    const base = await fleet.address()
    const stored = await readAll(base)
    return judge(ledger, stored, await lockedOf(base, stored))
  } finally {
    over = true
    await fleet.stop()
  }
}

/** Counts from the moment that it is asked. */
function createCounter() {
  let missing = 0
  let reached = Promise.withResolvers<void>()
  return {
    count() {
      missing -= 1
      if (missing === 0) reached.resolve()
    },
    next(count: number): Promise<void> {
      missing = count
      reached = Promise.withResolvers()
      return reached.promise
    },
  }
}

/** Everything that is stored, oldest message first. */
async function readAll(base: string): Promise<StoredSession[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const page = sessionPage.parse(await (await fetch(`${base}/api/sessions${query}`)).json())
    ids.push(...page.sessions.map(({ id }) => id))
    cursor = page.next
  }
  return Promise.all(ids.map(async (id) => ({ id, messages: await messagesOf(base, id) })))
}

async function messagesOf(base: string, sessionId: string): Promise<StoredSession['messages']> {
  const messages: StoredSession['messages'][number][] = []
  for (let earlier = true; earlier; ) {
    const before = messages[0] ? `&before=${messages[0].seq}` : ''
    const response = await fetch(
      `${base}/api/sessions/${encodeURIComponent(sessionId)}/messages?limit=200${before}`,
    )
    const page = messagesResponse.parse(await response.json())
    messages.unshift(...page.messages)
    earlier = page.earlier
  }
  return messages
}

/** Sessions in which a new message is not answered. */
async function lockedOf(base: string, stored: readonly StoredSession[]): Promise<string[]> {
  const answers = await Promise.all(
    stored.map(async ({ id }) => ({ id, read: await say(base, 'are you free?', { sessionId: id }) })),
  )
  return answers
    .filter(({ read: { last } }) => last.type !== 'end' || last.answer.status !== 'complete')
    .map(({ id }) => id)
}
