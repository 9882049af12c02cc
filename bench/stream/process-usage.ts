import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What a process has used, as Linux tells it. */
export type Usage = {
  /** User and system time of all its threads since it began, in microseconds. */
  cpuMicros: number
  /** Its largest resident memory since `forgetPeak`, in bytes. */
  peakBytes: number
}

/** `_SC_CLK_TCK`, which is 100 on every Linux that Node runs on. */
const TICK_MICROS = 10_000

/** null where there is no /proc to tell. */
export function usageOf(pid: number): Usage | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null
  // The name in parentheses may hold anything; the fields are counted from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const [utime, stime] = [Number(fields[11]), Number(fields[12])]
  const peakKilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { cpuMicros: (utime + stime) * TICK_MICROS, peakBytes: peakKilobytes * 1024 }
}

/** The peak is counted from now on. */
export function forgetPeak(pid: number): void {
  const file = `/proc/${pid}/clear_refs`
  if (existsSync(file)) writeFileSync(file, '5')
}
