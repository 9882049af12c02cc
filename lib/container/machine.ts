import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where process ids mean what they mean here. Machines, and containers on one machine, may share a host name; they
 * do not share a boot and a namespace of process ids, which Linux tells. Elsewhere the host name has to do.
 */
export function machine(): string {
  if (process.platform !== 'linux') return hostname()
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return [hostname(), boot, readlinkSync('/proc/self/ns/pid')].join(' ')
}
