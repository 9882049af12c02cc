import type { Clock } from '../ports/clock.ts'
import type { ExchangeQueue } from '../ports/exchange-queue.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { SessionView } from '../schemas/session.ts'
import type { Settings } from '../schemas/settings.ts'
import { effectiveMemory } from './effective-memory.ts'
import { isRemembered } from './is-remembered.ts'

/** Has the index follow what is chosen of it: what is not to be remembered goes, and what is again comes back. */
export type Remembering = {
  /** Of a session that is not to be remembered any more, nothing is indexed once this is done. */
  changeSession(owner: string, sessionId: string, change: () => Promise<SessionView>): Promise<SessionView>
  changeSettings(owner: string, change: () => Promise<Settings>): Promise<Settings>
  /** A temporary session was kept. */
  kept(owner: string): Promise<void>
}

export function createRemembering(deps: {
  exchangeQueue: Pick<ExchangeQueue, 'forget' | 'askForMissing'>
  sessions: Pick<Sessions, 'choices'>
  settings: Pick<SettingsStore, 'get'>
  clock: Clock
  /** A job was asked for. */
  onAsk: () => void
}): Remembering {
  const { exchangeQueue: queue, sessions, settings, clock, onAsk } = deps

  async function askForMissing(owner: string): Promise<void> {
    await queue.askForMissing(owner, clock.now())
    onAsk()
  }

  return {
    async changeSession(owner, sessionId, change) {
      const [own, { memory }] = await Promise.all([settings.get(owner), sessions.choices(owner, sessionId)])
      const session = await change()
      if (!isRemembered(effectiveMemory(own, session.memory))) await queue.forget(owner, sessionId)
      else if (!isRemembered(effectiveMemory(own, memory))) await askForMissing(owner)
      return session
    },

    async changeSettings(owner, change) {
      const before = effectiveMemory(await settings.get(owner), null).recall
      const changed = await change()
      const after = effectiveMemory(changed, null).recall
      // Sessions may have one of the two of their own.
      const isSame =
        before.remembered === after.remembered && (before.from === 'off') === (after.from === 'off')
      if (!isSame) await askForMissing(owner)
      return changed
    },

    kept: askForMissing,
  }
}
