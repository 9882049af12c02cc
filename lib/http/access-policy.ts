import { isLoopback, readEnv } from '../env.ts'
import type { AccessPolicy } from './access.ts'

let policy: AccessPolicy | undefined

/** From the environment, read once: at the first request, since it is not there while the application is built. */
export function accessPolicy(): AccessPolicy {
  if (!policy) {
    const env = readEnv()
    policy = {
      hosts: env.ALLOWED_HOSTS,
      origins: env.ALLOWED_ORIGINS,
      corsOrigins: env.CORS_ORIGINS,
      open: !isLoopback(env.HOST),
    }
  }
  return policy
}
