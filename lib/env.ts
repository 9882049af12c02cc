import { createHash, hkdfSync } from 'node:crypto'
import { z } from 'zod'

/** Whether an address, or a name without port and brackets, is reachable from this machine alone. */
export const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(host)

const whole = (min: number, max: number, unit = '') =>
  z.coerce
    .number({ error: `must be a whole number${unit}` })
    .int({ error: `must be a whole number${unit}` })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })

const milliseconds = (fallback: number, min = 1) =>
  whole(min, 86_400_000, ' of milliseconds').default(fallback)

const seconds = whole(1, 1_000_000_000, ' of seconds')

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .transform((value) => value === '1')
    .default(fallback)

const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item))
    .default([])

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const origins = list(
  z.string().refine(isOrigin, {
    error: 'must be a comma-separated list of origins such as https://chat.example.org',
  }),
)
/** What opens this server. The token itself is not kept. */
export type AccessToken = {
  name: string
  /** SHA-256 of the token. */
  hash: Buffer
  /** Signs the cookies of those who came with the token: another token has another key, which ends them. */
  cookieKey: Buffer
}

function accessToken(name: string, token: string): AccessToken {
  const hash = createHash('sha256').update(token).digest()
  const key = hkdfSync('sha256', token, 'throughline', `cookie of ${name}`, 32)
  return { name, hash, cookieKey: Buffer.from(key) }
}

const accessTokens = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => (parts.length === 1 && !parts[0]?.includes(':') ? [`owner:${parts[0]}`] : parts))
  .refine((parts) => parts.every((part) => /^[a-z0-9_-]{1,40}:/.test(part)), {
    error:
      'must be one token, or name:token,name2:token2 with names of 1 to 40 of the characters a-z 0-9 _ -',
    abort: true,
  })
  .refine((parts) => parts.every((part) => /^[^:]+:[!-~]{16,300}$/.test(part)), {
    error: 'must have tokens of 16 to 300 ASCII characters, without spaces and commas',
    abort: true,
  })
  .transform((parts) =>
    parts.map((part) => accessToken(part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1))),
  )
  .refine((tokens) => new Set(tokens.map(({ name }) => name)).size === tokens.length, {
    error: 'must give each token a name of its own',
  })
  .refine((tokens) => new Set(tokens.map(({ hash }) => hash.toString('hex'))).size === tokens.length, {
    error: 'must have tokens that differ from each other',
  })

const variables = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address, without port or brackets' })
    .default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.|postgres(ql)?:\/\/.)/, { error: 'must begin with file: or postgres://' })
    .default('file:./data/throughline.db'),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  DEFAULT_MODEL: z.string().max(300, { error: 'must have at most 300 characters' }).optional(),
  OLLAMA_URL: httpUrl.default('http://127.0.0.1:11434'),
  LMSTUDIO_URL: httpUrl.default('http://127.0.0.1:1234'),
  DISCOVER_LOCAL_MODELS: flag(true),
  MODEL_WINDOW: whole(256, 100_000_000, ' of tokens').optional(),
  MODEL_ANSWER_RESERVE: whole(1, 100_000_000, ' of tokens').optional(),
  MODEL_ENCODING: z
    .enum(['cl100k_base', 'o200k_base'], { error: 'must be cl100k_base or o200k_base' })
    .optional(),
  RECALL: flag(true),
  EMBEDDING_MODEL: z.string().max(300, { error: 'must have at most 300 characters' }).optional(),
  MODEL_FIRST_BYTE_MS: milliseconds(120_000),
  MODEL_SILENCE_MS: milliseconds(120_000),
  ACCESS_TOKEN: accessTokens.default([]),
  ALLOW_OPEN_HOST: flag(false),
  PUBLIC_URL: httpUrl
    .transform((text) => new URL(text))
    .refine(({ href, origin }) => href === `${origin}/`, {
      error: 'must be an address without a path, such as https://chat.example.org',
    })
    .transform(({ origin }) => origin)
    .optional(),
  TRUST_PROXY: flag(false),
  ALLOWED_HOSTS: list(
    z
      .string()
      .regex(/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i, {
        error: 'must be a comma-separated list of host names, each with or without a port',
      })
      .toLowerCase(),
  ),
  HISTORY_TIMEOUT_SECONDS: seconds.default(3_600),
  KEPT_SESSION_TIMEOUT_SECONDS: seconds.optional(),
  SESSION_CLEANUP_THRESHOLD: whole(0, 1_000_000_000, ' of sessions').default(100),
  ALLOWED_ORIGINS: origins,
  CORS_ORIGINS: origins,
  // Less than what the framework keeps of a body that passes its proxy.
  BODY_MAX_BYTES: whole(1_000, 8_000_000, ' of bytes').default(1_000_000),
  RATE_TURNS_PER_MINUTE: whole(1, 1_000_000, ' of turns').optional(),
  // What is counted fits into 32 bits, with all that one day may take over.
  RATE_TOKENS_PER_DAY: whole(1, 1_000_000_000, ' of tokens').optional(),
  HEARTBEAT_MS: milliseconds(5_000),
  DEAD_AFTER_MS: milliseconds(15_000),
  UNDO_MS: milliseconds(30_000, 0),
  MAX_HISTORY_LENGTH: whole(3, 10_000, ' of messages').default(20),
  FLUSH_MS: milliseconds(250),
  STREAM_MAX_MS: milliseconds(300_000, 100),
  SHUTDOWN_GRACE_MS: milliseconds(0, 0),
  REPLY_CACHE_SECONDS: whole(0, 31_536_000, ' of seconds').default(3_600),
  JOB_LEASE_MS: milliseconds(60_000),
  JOB_POLL_MS: milliseconds(5_000),
  CRON_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
})

/** Each looks only at its own variables, so that it is heard whatever is wrong with the others. */
const rules = [
  variables
    .pick({ HOST: true, ALLOW_OPEN_HOST: true, ACCESS_TOKEN: true })
    .refine((env) => isLoopback(env.HOST) || env.ALLOW_OPEN_HOST || env.ACCESS_TOKEN.length > 0, {
      path: ['HOST'],
      error:
        'can be reached by other machines, where anyone could read every conversation. Set ACCESS_TOKEN to a secret ' +
        'that they need, use 127.0.0.1, or set ALLOW_OPEN_HOST=1 if something in front keeps strangers out',
    }),
  variables
    .pick({ MODEL_WINDOW: true, MODEL_ANSWER_RESERVE: true })
    .refine((env) => (env.MODEL_ANSWER_RESERVE ?? 0) < (env.MODEL_WINDOW ?? Infinity), {
      path: ['MODEL_ANSWER_RESERVE'],
      error: 'must be less than MODEL_WINDOW, or no message would fit',
    }),
  variables
    .pick({ HEARTBEAT_MS: true, DEAD_AFTER_MS: true })
    .refine((env) => env.DEAD_AFTER_MS > 2 * env.HEARTBEAT_MS, {
      path: ['DEAD_AFTER_MS'],
      error: 'must be more than twice HEARTBEAT_MS, or a process that is only slow would count as dead',
    }),
]

/** The settings of a process, under the names of their variables. Times are milliseconds, or as the name says. */
export type Env = z.output<typeof variables>

export const ENV_NAMES = Object.keys(variables.shape) as (keyof Env)[]

/** `message` has one line per bad variable, and never a variable's value: it may be a secret. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/** Reads and checks all variables at once; an empty one counts as unset. Throws `EnvError`. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given: Record<string, string> = {}
  for (const name of ENV_NAMES) {
    const value = source[name]?.trim()
    if (value) given[name] = value
  }
  const result = variables.safeParse(given)
  const issues = [result, ...rules.map((rule) => rule.safeParse(given))].flatMap(
    ({ error }) => error?.issues ?? [],
  )
  if (result.success && issues.length === 0) return result.data
  const problems = new Map<string, string>()
  for (const { path, message } of issues) {
    const name = String(path[0])
    if (!problems.has(name)) problems.set(name, `${name}: ${message}`)
  }
  throw new EnvError([...problems.values()].join('\n'))
}
