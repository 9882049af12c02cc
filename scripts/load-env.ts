import nextEnv from '@next/env'
import { ENV_NAMES, type Env, EnvError, readEnv } from '../lib/env.ts'
import { PlainError } from './progress.mjs'

/**
 * The environment with what `.env` and its companions add to it, read as the framework reads them. Throws
 * `PlainError` with a line for each bad variable.
 */
export function loadEnv(root: string, mode: 'production' | 'development'): Env {
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' })
  nextEnv.loadEnvConfig(root, mode === 'development')
  // Empty counts as unset for us; libraries that read the environment themselves must see it so too.
  for (const name of ENV_NAMES) if (process.env[name]?.trim() === '') delete process.env[name]
  try {
    return readEnv()
  } catch (error) {
    if (error instanceof EnvError) throw new PlainError(error.message, { cause: error })
    throw error
  }
}
