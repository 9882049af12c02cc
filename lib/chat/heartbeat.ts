import type { Logger } from '../ports/logger.ts'
import type { Processes, ProcessRow } from '../ports/processes.ts'
import type { Lifeline } from './lifeline.ts'
import type { LivenessClock } from './liveness-clock.ts'
import type { Reaper } from './reaper.ts'

/** Tells other processes that this one lives, and ends what dead ones left. */
export type Heartbeat = {
  /**
   * The first beat; reaps at once what died on this machine, and judges nobody else before they could have beaten
   * again.
   */
  start(): Promise<void>
  /** No beat from now on, and no row. */
  stop(): Promise<void>
}

export function createHeartbeat(deps: {
  processes: Processes
  reaper: Reaper
  self: ProcessRow
  liveness: Pick<LivenessClock, 'now' | 'sync' | 'pardon'>
  lifeline: Pick<Lifeline, 'beat'>
  log: Logger
  beatMs: number
  /** Whether the system still runs a process of that id on this machine. */
  isRunning(pid: number): boolean
}): Heartbeat {
  const { processes, reaper, self, liveness, lifeline } = deps
  let timer: NodeJS.Timeout | null = null
  let beating: Promise<void> = Promise.resolve()

  async function writeBeat() {
    const written = lifeline.beat()
    await processes.beat(self, liveness.now())
    written()
  }

  async function beat() {
    try {
      await liveness.sync()
      await writeBeat()
      await reaper.reapStale()
    } catch (error) {
      liveness.pardon()
      deps.log.warn('The heartbeat could not be written.', { error })
    }
  }

  /** A new process that was given a dead one's id is this one: in a container every start has the same. */
  const isDead = (row: ProcessRow) => row.id !== self.id && (row.pid === self.pid || !deps.isRunning(row.pid))

  return {
    async start() {
      await liveness.sync()
      // The database may have been away until a moment ago, as where this start succeeded at last: all beats are old
      // then.
      liveness.pardon()
      await writeBeat()
      const dead = (await processes.onHost(self.host)).filter(isDead)
      await reaper.reapProcesses(dead.map(({ id }) => id))
      await Promise.all(dead.map(({ id }) => processes.leave(id)))
      timer = setInterval(() => {
        beating = beating.then(beat)
      }, deps.beatMs)
      timer.unref()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await beating
      await processes.leave(self.id)
    },
  }
}
