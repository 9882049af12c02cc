import { randomUUID } from 'node:crypto'
import type { BegunTurn, EndedTurn, NewTurn } from '../../ports/turn-store.ts'
import { PAGE_SESSION, type SessionKind } from '../../schemas/session.ts'
import { sampleMap } from '../../schemas/testing/sample-views.ts'
import type { Repositories } from '../repositories.ts'

export const OWNER = 'owner'
export const PROCESS = 'process'
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))

type Words = {
  sessionId?: string
  text?: string
  clientId?: string
  now?: Date
  processId?: string
  owner?: string
  /** What the session is, where it is a new one. */
  kind?: Partial<SessionKind>
}

/** A turn in a new session, or in the one that is named. */
export function sendTurn({
  sessionId,
  text = 'question',
  clientId,
  now = at(0),
  kind,
  ...rest
}: Words = {}): NewTurn {
  const words = text.split(/\s+/).filter(Boolean).length
  return {
    owner: rest.owner ?? OWNER,
    place: sessionId
      ? { sessionId, create: false }
      : {
          sessionId: randomUUID(),
          create: true,
          model: null,
          instructions: null,
          kind: { ...PAGE_SESSION, ...kind },
        },
    prompt: {
      kind: 'send',
      id: randomUUID(),
      clientId: clientId ?? randomUUID(),
      text,
      tokens: { cl100k: words, o200k: words },
      title: text.slice(0, 40),
    },
    runId: randomUUID(),
    answerId: randomUUID(),
    processId: rest.processId ?? PROCESS,
    model: 'builtin',
    now,
  }
}

export function regenerateTurn(sessionId: string, answerId: string, now = at(0)): NewTurn {
  return { ...sendTurn({ sessionId, now }), prompt: { kind: 'regenerate', answerId } }
}

export function continueTurn(sessionId: string, answerId: string, now = at(0)): NewTurn {
  return { ...sendTurn({ sessionId, now }), prompt: { kind: 'continue', answerId } }
}

/** The end of a turn with this answer. */
export function endOf(turn: NewTurn, text = 'the answer', more: Partial<EndedTurn> = {}): EndedTurn {
  return {
    owner: turn.owner,
    runId: turn.runId,
    processId: turn.processId,
    status: 'complete',
    parts: [{ type: 'text', text }],
    toolCalls: [],
    tokens: { cl100k: 2, o200k: 2 },
    usage: { input: 3, cachedInput: null, output: 2, reasoning: null },
    error: null,
    context: null,
    summaryDue: false,
    remember: false,
    rememberBefore: false,
    now: turn.now,
    ...more,
  }
}

export function begun(turn: BegunTurn): Extract<BegunTurn, { kind: 'begun' }> {
  if (turn.kind !== 'begun') throw new Error(`The turn was ${turn.kind}.`)
  return turn
}

/** A whole turn: asked, answered, ended. */
export async function exchange(
  { turnStore }: Pick<Repositories, 'turnStore'>,
  words: Words & { answer?: string; end?: Partial<EndedTurn> } = {},
) {
  const turn = sendTurn(words)
  const { session, userMessage, answer } = begun(await turnStore.begin(turn))
  await turnStore.end(endOf(turn, words.answer, words.end))
  return { turn, sessionId: session.id, userId: userMessage.id, answerId: answer.id, answerSeq: answer.seq }
}

/** A session of exchanges at the seqs 0 and 1, 2 and 3, and so on. */
export async function talk(repositories: Pick<Repositories, 'turnStore'>, exchanges = 3) {
  const first = await exchange(repositories)
  const turns = [first]
  while (turns.length < exchanges) turns.push(await exchange(repositories, { sessionId: first.sessionId }))
  return { sessionId: first.sessionId, turns, last: turns.at(-1) ?? first }
}

/** The context of an answer that these texts, by hash, were sent for. */
export function contextOf(texts: Record<string, string>): NonNullable<EndedTurn['context']> {
  const segments = Object.keys(texts).map((hash) => ({ kind: 'instructions' as const, hash, tokens: 1 }))
  const map = sampleMap({ segments, tokens: 1 })
  return { map, texts: Object.entries(texts).map(([hash, text]) => ({ hash, text })), receipts: [] }
}
