import { type Env, isLoopback, readEnv } from '../env.ts'
import type { AccessPolicy } from './access.ts'

/** `secure`: the address under which others know this server is one of https. */
type Policy = AccessPolicy & { secure: boolean }

let policy: Policy | undefined

/** From the environment, read once: at the first request, since it is not there while the application is built. */
export function accessPolicy(): Policy {
  policy ??= policyIn(readEnv())
  return policy
}

type Variables = Pick<Env, 'ALLOWED_HOSTS' | 'ALLOWED_ORIGINS' | 'CORS_ORIGINS' | 'HOST' | 'PUBLIC_URL'>

export function policyIn(env: Variables): Policy {
  const { ALLOWED_HOSTS, ALLOWED_ORIGINS, HOST, PUBLIC_URL } = env
  return {
    // What stands in front may pass the name on with a port or without.
    hosts: PUBLIC_URL ? [...ALLOWED_HOSTS, new URL(PUBLIC_URL).hostname] : ALLOWED_HOSTS,
    origins: PUBLIC_URL ? [...ALLOWED_ORIGINS, PUBLIC_URL] : ALLOWED_ORIGINS,
    corsOrigins: env.CORS_ORIGINS,
    open: !isLoopback(HOST),
    secure: PUBLIC_URL?.startsWith('https:') === true,
  }
}
