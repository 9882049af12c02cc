import { setTimeout as pause } from 'node:timers/promises'
import type { AppServer } from './app-server.ts'

/** Several times what others wait before they take a server for dead. */
const PATIENCE_MS = 5_000
const LOOK_MS = 50

/** Whether it is done, or cannot be: a server told that the database is locked. */
async function look(isDone: () => Promise<boolean>): Promise<'done' | 'waiting' | 'locked'> {
  try {
    return (await isDone()) ? 'done' : 'waiting'
  } catch (error) {
    if (String(error).includes('database_busy')) return 'locked'
    throw error
  }
}

/**
 * Halts a server, as a machine that sleeps does, until others have done something about it. One that is halted while it
 * holds a lock of the database keeps it: it goes on for a moment then, and is halted once more.
 */
export async function haltUntil({ pid }: AppServer, isDone: () => Promise<boolean>): Promise<void> {
  for (;;) {
    process.kill(pid, 'SIGSTOP')
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      const found = await look(isDone)
      if (found === 'done') return
      if (found === 'locked') break
      await pause(LOOK_MS)
    }
    process.kill(pid, 'SIGCONT')
    await pause(LOOK_MS)
  }
}
