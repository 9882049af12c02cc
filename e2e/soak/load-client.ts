import { textOf } from '../../lib/schemas/message.ts'
import { eventsOf, isBroken, join, readToEnd, send } from '../support/api.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/** A client that sends one message after the other, and follows each to the end of its answer through every crash. */
export type LoadClient = {
  /** Returns when `isOver` says so and the last message has been answered. */
  run(isOver: () => boolean): Promise<void>
}

type Deps = {
  name: string
  random: Random
  ledger: Ledger
  /** Of the sessions that all clients write in. */
  sessions: string[]
  maxSessions: number
  /** The address of the server that runs, or of the next one. */
  server(): Promise<string>
  /** Called for everything that is read. */
  onEvent(): void
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

  async function deliver(entry: Entry): Promise<void> {
    const reader = createReader(entry, deps)
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const base = await deps.server()
      try {
        const response = await ask(base, entry, reader)
        if (response.status === 409) await waitForHolder(base, response)
        else if (!response.ok) reader.fault(`was told ${response.status}: ${await response.text()}`)
        else if (await reader.read(response)) return
      } catch (error) {
        if (!isBroken(error)) throw error
      }
    }
    ledger.faults.push(`${entry.clientId} was not answered after ${MAX_TRIES} tries`)
  }

  /** Goes on where the last connection broke, or sends the message again, as a page may do either. */
  function ask(base: string, entry: Entry, reader: Reader): Promise<Response> {
    const { runId, position } = reader
    if (runId !== null && random.below(2) === 0) return join(base, runId, position())
    reader.startOver()
    return send(base, entry.text, { sessionId: entry.sessionId ?? undefined, clientId: entry.clientId })
  }

  /** Another client writes in that session. */
  async function waitForHolder(base: string, refused: Response): Promise<void> {
    const { error } = await refused.json()
    const run = await join(base, error.details.runId)
    if (run.ok) await readToEnd(run)
    else await run.body?.cancel()
  }

  return {
    async run(isOver) {
      for (let index = 0; !isOver(); index++) await deliver(nextEntry(index))
    },
  }
}

type Reader = ReturnType<typeof createReader>

/** Reads one answer over any number of connections, and notes where they do not fit together. */
function createReader(entry: Entry, { ledger, sessions, onEvent }: Deps) {
  let text = ''
  let runId: string | null = null
  const fault = (what: string) => ledger.faults.push(`${entry.clientId}: ${what}`)

  return {
    fault,
    get runId() {
      return runId
    },
    position: () => `0:${text.length}`,
    startOver() {
      text = ''
    },
    /** True once the end of the answer was read. */
    async read(response: Response): Promise<boolean> {
      for await (const event of eventsOf(response)) {
        onEvent()
        if (event.type === 'start') {
          const { id } = event.session
          if (runId !== null && runId !== event.runId) fault(`answered by ${runId} and by ${event.runId}`)
          if (entry.sessionId !== null && entry.sessionId !== id) fault(`stored in ${id}`)
          if (!sessions.includes(id)) sessions.push(id)
          runId = event.runId
          entry.sessionId = id
          entry.accepted = true
        } else if (event.type === 'delta') {
          if (event.offset !== text.length) fault(`behind ${text.length} came ${event.offset}`)
          text += event.text
        } else if (event.type === 'end') {
          const { answer } = event
          entry.told = { status: answer.status, text: textOf(answer) }
          if (answer.status === 'complete' && text !== textOf(answer))
            fault(`read as ${JSON.stringify(text)}`)
          return true
        } else if (event.type === 'error') fault(`was told ${event.error.code}: ${event.error.message}`)
      }
      return false
    },
  }
}
