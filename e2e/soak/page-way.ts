import { textOf } from '../../lib/schemas/message.ts'
import { eventsOf, isBroken, join, send } from '../support/api.ts'
import type { Entry } from './ledger.ts'
import type { Random } from './random.ts'
import { accept, type Watch, type Way } from './way.ts'

/** As the page does it: goes on where the last connection broke, or sends the message again. */
export function pageWay(entry: Entry, watch: Watch, random: Random): Way {
  const reader = createReader(entry, watch)

  function ask(base: string): Promise<Response> {
    const { runId, position } = reader
    if (runId !== null && random.below(2) === 0) return join(base, runId, position())
    reader.startOver()
    return send(base, entry.text, { sessionId: entry.sessionId ?? undefined, clientId: entry.clientId })
  }

  return {
    async attempt(base) {
      try {
        const response = await ask(base)
        if (response.status === 409) return 'busy'
        if (response.ok) return (await reader.read(response)) ? 'answered' : 'broken'
        reader.fault(`was told ${response.status}: ${await response.text()}`)
      } catch (error) {
        if (!isBroken(error)) throw error
      }
      return 'broken'
    },
  }
}

/** Reads one answer over any number of connections, and notes where they do not fit together. */
function createReader(entry: Entry, watch: Watch) {
  let text = ''
  let runId: string | null = null
  const fault = (what: string) => watch.ledger.faults.push(`${entry.clientId}: ${what}`)

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
        watch.onEvent()
        if (event.type === 'start') {
          const { id } = event.session
          if (runId !== null && runId !== event.runId) fault(`answered by ${runId} and by ${event.runId}`)
          if (entry.sessionId !== null && entry.sessionId !== id) fault(`stored in ${id}`)
          runId = event.runId
          accept(entry, watch, id)
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
