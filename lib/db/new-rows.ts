import type { NewTurn, SaidBefore, TurnPrompt } from '../ports/turn-store.ts'
import type { MessageView } from '../schemas/message.ts'
import { toMessageView } from './views.ts'

/** Where a message goes: below `parentId`, null at the top. */
type Place = { sessionId: string; parentId: string | null; seq: number }

/** Of a whole exchange. */
export type Marks = { pinned: boolean; excluded: boolean }
export const UNMARKED: Marks = { pinned: false, excluded: false }

/** The row of a message that is sent. A result joins an exchange, which may be marked. */
export const questionRow = (
  turn: NewTurn,
  prompt: Extract<TurnPrompt, { kind: 'send' }>,
  place: Place,
  { pinned, excluded }: Marks,
) => ({
  pinned,
  excluded,
  ...place,
  kind: 'message' as const,
  id: prompt.id,
  owner: turn.owner,
  role: prompt.toolCallId === undefined ? ('user' as const) : ('tool' as const),
  parts: [{ type: 'text', text: prompt.text }],
  text: prompt.text,
  toolCallId: prompt.toolCallId ?? null,
  tokensCl100k: prompt.tokens.cl100k,
  tokensO200k: prompt.tokens.o200k,
  status: 'complete' as const,
  model: null,
  clientId: prompt.clientId,
  createdAt: turn.now,
})

/** The row of a message that a client said before. */
export const saidRow = (turn: NewTurn, said: SaidBefore, place: Place, { pinned, excluded }: Marks) => ({
  pinned,
  excluded,
  ...place,
  kind: 'message' as const,
  id: said.id,
  owner: turn.owner,
  role: said.role,
  parts: [{ type: 'text', text: said.text }],
  text: said.text,
  toolCalls: said.toolCalls ? [...said.toolCalls] : null,
  toolCallId: said.toolCallId ?? null,
  tokensCl100k: said.tokens.cl100k,
  tokensO200k: said.tokens.o200k,
  status: 'complete' as const,
  model: null,
  clientId: null,
  createdAt: turn.now,
})

/** The row of an answer of which nothing has come yet. It joins an exchange, which may be marked. */
export const answerRow = (turn: NewTurn, place: Place, { pinned, excluded }: Marks = UNMARKED) => ({
  pinned,
  excluded,
  ...place,
  kind: 'message' as const,
  id: turn.answerId,
  owner: turn.owner,
  role: 'assistant' as const,
  parts: [],
  text: '',
  tokensCl100k: 0,
  tokensO200k: 0,
  status: 'streaming' as const,
  model: turn.model,
  clientId: null,
  createdAt: turn.now,
})

/** As the row will be read: what it leaves out is null, or none. */
export const newMessageView = (
  row: ReturnType<typeof questionRow | typeof saidRow | typeof answerRow>,
): MessageView =>
  toMessageView({ toolCalls: null, toolCallId: null, recalledFrom: 0, usage: null, error: null, ...row })
