import { askAt, type Door } from '../support/doors.ts'
import type { Entry, Told } from './ledger.ts'
import { accept, type Watch, type Way } from './way.ts'

/** As another program does it: sends the same request with the same key until it is answered. */
export function programWay(door: Door, entry: Entry, watch: Watch): Way {
  // Of one that begins a session: its name, which is the client's to choose.
  const sessionId = entry.sessionId ?? `session of ${entry.clientId}`

  return {
    async attempt(base) {
      const { told } = askAt(door, base, entry.text, {
        sessionId,
        headers: { 'idempotency-key': entry.clientId },
        onText: watch.onEvent,
      })
      const { how, text, code, status } = await told
      if (how === 'broken') return 'broken'
      if (code === 'session_busy') return 'busy'
      watch.onEvent()
      if (how === 'failed' && code !== 'model_incomplete') {
        watch.ledger.faults.push(`${entry.clientId}: was told ${status} ${code} by ${door.name}`)
        return 'broken'
      }
      accept(entry, watch, sessionId)
      entry.told = toldOf(how === 'whole', how === 'failed' && !door.streams ? null : text)
      return 'answered'
    },
  }
}

const toldOf = (isWhole: boolean, text: string | null): Told => ({
  status: isWhole ? 'complete' : 'interrupted',
  text,
})
