import { type Env, isLoopback } from '../lib/env.ts'

type Variables = Pick<Env, 'ACCESS_TOKEN' | 'HOST'>

/** Who can read what is kept here, in words; null where only this machine can, which goes without saying. */
export function accessInWords({ ACCESS_TOKEN, HOST }: Variables): string | null {
  if (ACCESS_TOKEN.length > 0) return `with a token: ${ACCESS_TOKEN.map(({ name }) => name).join(', ')}`
  return isLoopback(HOST) ? null : 'open to everyone who reaches it (ALLOW_OPEN_HOST=1)'
}
