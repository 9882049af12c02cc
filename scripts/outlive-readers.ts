import type { Writable } from 'node:stream'

/**
 * Whoever reads what a process prints may end before it. Each line that is written then fails, and were the failure
 * logged, that would be the next line to fail: the server would do nothing else. What nobody reads is lost.
 */
export function outliveReaders(outputs: readonly Writable[] = [process.stdout, process.stderr]): void {
  for (const output of outputs) output.on('error', () => undefined)
}
