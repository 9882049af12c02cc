import { join } from 'node:path'
import { freePort } from '../../lib/db/testing/free-port.ts'
import { NEXT_CLI } from './builds.ts'
import type { Said } from './history.ts'
import type { SentEvent, Target } from './load.ts'
import { type PinnedProcess, SERVER_CORE, startPinned } from './pinned-process.ts'

const root = join(import.meta.dirname, '..', '..')

export const SERVERS = ['bare', 'documented', 'sqlite', 'postgres'] as const
export type ServerName = (typeof SERVERS)[number]

/** A server under measure. */
export type Server = { target: Target; process: PinnedProcess }

const question = (tokens: number) => `What does a chat keep? [[tokens ${tokens}]]`

/** `history` stands before every question, here as in the sessions that Throughline is asked in. */
export async function startBareProxy(upstreamUrl: string, history: readonly Said[]): Promise<Server> {
  const process = await startPinned({
    core: SERVER_CORE,
    args: [join(import.meta.dirname, 'bare-proxy.ts')],
    env: { UPSTREAM_URL: upstreamUrl },
  })
  return { process, target: { url: process.url, body: chatCompletion(history), textOf } }
}

/** As documented, its client sends the whole conversation every time. `folder`: where it was built. */
export async function startDocumented(
  folder: string,
  upstreamUrl: string,
  history: readonly Said[],
): Promise<Server> {
  const process = await startPinned({
    core: SERVER_CORE,
    args: [NEXT_CLI, 'start', '--hostname', '127.0.0.1', '--port', String(await freePort())],
    cwd: folder,
    env: { UPSTREAM_URL: upstreamUrl, NEXT_TELEMETRY_DISABLED: '1' },
  })
  return { process, target: { url: `${process.url}/api/chat`, body: uiMessages(history), textOf } }
}

/**
 * The production server as `npm start` starts it, with every answer stored. It is asked in one session after the
 * other: each has one answer at a time.
 */
export async function startThroughline(
  upstreamUrl: string,
  databaseUrl: string,
  sessionIds: readonly string[],
): Promise<Server> {
  const process = await startPinned({
    core: SERVER_CORE,
    args: [join(root, 'scripts', 'serve.ts')],
    cwd: root,
    env: {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      OPENAI_BASE_URL: `${upstreamUrl}/v1`,
      // What recall adds is measured on its own.
      RECALL: '0',
      DISCOVER_LOCAL_MODELS: '0',
      // Tells the framework's reader that .env was read: a developer's own settings have no place here.
      __NEXT_PROCESSED_ENV: '1',
    },
  })
  const target = { url: `${process.url}/api/chat`, body: turnIn(sessionIds), textOf }
  return { process, target }
}

/** The same server, asked in other sessions. */
export const inSessions = (target: Target, sessionIds: readonly string[]): Target => ({
  ...target,
  body: turnIn(sessionIds),
})

const chatCompletion = (history: readonly Said[]) => (_n: number, tokens: number) => ({
  model: 'fake',
  stream: true,
  messages: [
    ...history.map(({ role, text }) => ({ role, content: text })),
    { role: 'user', content: question(tokens) },
  ],
})

const uiMessages = (history: readonly Said[]) => (n: number, tokens: number) => ({
  id: `chat-${n}`,
  trigger: 'submit-message',
  messages: [...history, { role: 'user', text: question(tokens) }].map(({ role, text }, seq) => ({
    id: `message-${n}-${seq}`,
    role,
    parts: [{ type: 'text', text }],
  })),
})

const turnIn = (sessionIds: readonly string[]) => (n: number, tokens: number) => ({
  action: 'send',
  sessionId: sessionIds[n % sessionIds.length],
  message: { clientId: `bench-${n}`, text: question(tokens) },
})

/** What one event of any of the servers adds to the answer. */
function textOf({ type, text, delta }: SentEvent): string {
  if (type === 'text-delta') return delta ?? ''
  return type === 'text' || type === 'delta' ? (text ?? '') : ''
}
