import { AppError } from '../errors.ts'
import type { ContextMap } from '../memory/index.ts'
import type { ChatModel, ChatModels } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Logger } from '../ports/logger.ts'
import type { Messages } from '../ports/messages.ts'
import type { SessionChoices, Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { BegunTurn, NewTurn, Splice, TurnStore } from '../ports/turn-store.ts'
import type { ChatRequest } from '../schemas/chat.ts'
import { type MessageView, textOf } from '../schemas/message.ts'
import { type RunEvent, START } from '../schemas/run-event.ts'
import { PAGE_SESSION, type SessionKind } from '../schemas/session.ts'
import type { Settings } from '../schemas/settings.ts'
import { answer, type Outcome, outcomeOf } from './answer.ts'
import { assertFits, assertPlanFits } from './assert-fits.ts'
import { assertPinsFit } from './assert-pins-fit.ts'
import { effectiveMemory } from './effective-memory.ts'
import { endTurn } from './end-turn.ts'
import { guided, measureInstructions } from './instructions.ts'
import type { Lifeline } from './lifeline.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import { planTurn } from './plan-turn.ts'
import type { Reaper } from './reaper.ts'
import type { RunLog } from './run-log.ts'
import type { RunRegistry } from './run-registry.ts'
import type { Runs } from './runs.ts'
import type { SessionLife } from './session-life.ts'
import { titleFromMessage } from './title.ts'
import { tokensIn } from './tokens-in.ts'
import type { ModelCall } from './tokens-spent.ts'

export type TurnDeps = {
  store: TurnStore
  sessions: Pick<Sessions, 'get' | 'choices'>
  messages: Messages
  summaries: Pick<Summaries, 'texts'>
  settings: Pick<SettingsStore, 'get'>
  models: ChatModels
  tokens: TokenCounter
  runs: Runs
  registry: RunRegistry
  runLog: RunLog
  reaper: Reaper
  life: Pick<SessionLife, 'settle' | 'isDue' | 'prepare'>
  clock: Clock
  ids: Ids
  log: Logger
  processId: string
  /** Waits between tries to store an answer's end, in milliseconds. */
  endRetriesMs: readonly number[]
  lifeline: Pick<Lifeline, 'certainty'>
  /** A turn is about to be stored in the session. */
  onBegin(sessionId: string): void
  /** The end of an answer was stored, or could not be. */
  onEnd(): void
}

/** A turn that was accepted: stored, and answered whether or not its events are read. */
export type StartedTurn = {
  runId: string
  events: AsyncGenerator<RunEvent, void, undefined>
  /** The message was sent before: this is the turn that answered it, or is answering it. */
  joined: boolean
}

/** What a door adds to the request of a page. */
export type TurnOptions = {
  /** Whoever stops reading the events aborts it. */
  left?: AbortSignal
  /** What a session is that the turn makes; one of the page by default. */
  kind?: SessionKind
  /** What a session is called that the turn makes; by default it gets an id. */
  named?: string
  /** In place of the session's instructions, in this turn alone. */
  instructions?: string | undefined
  /** Where the message goes, for a client with a history of its own. */
  splice?: Splice
  /** Sent behind the instructions, in this turn alone. */
  guidance?: string
  /** What answers in the model's place, and may ask it. */
  through?(model: ChatModel): ChatModel
  /** Who asks, by the name of the access token and the address: what is limited is so for each. */
  who?: string
  /** The end was stored; null: it could not be, or is another process's. */
  ended?(answer: MessageView | null, call: ModelCall): void
}

/** What a page asks for, or that a message of the path is answered again, wherever it stands: see `TurnPrompt`. */
export type TurnRequest =
  | ChatRequest
  | { action: 'again'; sessionId: string; messageId: string; last: string | null; model: string | null }

export type Turns = {
  /** One turn from request to stored answer. Throws before anything is stored, or not at all. */
  start(owner: string, request: TurnRequest, options?: TurnOptions): Promise<StartedTurn>
}

export function createTurns(deps: TurnDeps): Turns {
  const { store, sessions, messages, settings, models, tokens, runs, registry, reaper } = deps
  const { life, clock, ids, processId } = deps

  async function start(owner: string, request: TurnRequest, options: TurnOptions = {}): Promise<StartedTurn> {
    runs.assertOpen()
    const { sessionId } = request
    const { left, guidance = '', through = asItIs } = options
    const [session, own] = await Promise.all([
      sessionId === null ? null : choicesOf(owner, sessionId),
      settings.get(owner),
    ])
    const chosen = 'model' in request ? request.model : null
    const model = through(await models.resolve(chosen ?? session?.model ?? null))
    const prompt = await promptOf(request, {
      instructions: options.instructions ?? session?.instructions ?? own.instructions,
      guidance,
      model,
      splice: options.splice,
    })
    if (session?.hasPinned && sessionId !== null && prompt.kind === 'send')
      await assertPinsFit(deps, {
        owner,
        session: await sessions.get(owner, sessionId),
        settings: own,
        memory: effectiveMemory(own, session.memory),
        model: model.info,
        guidance,
        text: prompt.text,
        count: prompt.tokens,
      })
    const turn: NewTurn = {
      owner,
      place:
        sessionId !== null
          ? { sessionId, create: false }
          : {
              sessionId: options.named ?? ids.next(),
              create: true,
              model: chosen,
              ...newSession(request, options),
            },
      prompt,
      runId: ids.next(),
      answerId: ids.next(),
      processId,
      model: model.info.id,
      now: clock.now(),
    }
    if (turn.place.create) await life.prepare(turn.place.kind)
    const begun = await beginClaimed(turn)
    if (begun.kind === 'joined') return join(owner, begun, left)

    const run = createLiveRun(
      { owner, runId: turn.runId, sessionId: begun.session.id },
      begun.continued?.parts,
      deps.lifeline.certainty(),
    )
    registry.add(run)
    deps.runLog.watch(run)
    const { instructions, ended } = options
    void carryOut(turn, begun, { model, run, settings: own, instructions, guidance, ended })
    const { session: begunIn, userMessage, answer: empty } = begun
    const start: RunEvent = { type: 'start', runId: run.runId, session: begunIn, userMessage, answer: empty }
    return { runId: run.runId, events: withFirst(start, run.follow(START, left)), joined: false }
  }

  /** One that is due ends now, and is unknown. */
  async function choicesOf(owner: string, sessionId: string): Promise<SessionChoices> {
    const session = await sessions.choices(owner, sessionId)
    if (!life.isDue(session)) return session
    await life.settle()
    return sessions.choices(owner, sessionId)
  }

  /** `instructions`: those that count where the request has none. */
  async function promptOf(
    request: TurnRequest,
    { instructions, guidance, model, splice }: PromptFrame,
  ): Promise<NewTurn['prompt']> {
    if (request.action === 'again') return { kind: 'again', messageId: request.messageId, last: request.last }
    if (request.action !== 'send') return { kind: request.action, answerId: request.answerId }
    const { text, clientId } = request.message
    const { encoding } = model.info.limits
    const [count, measured] = await Promise.all([
      tokens.count(text),
      measureInstructions(tokens, guided(request.instructions ?? instructions, guidance), encoding),
    ])
    assertFits(model.info, tokensIn(encoding, count, text), measured)
    const title = titleFromMessage(firstSaid(splice) ?? text)
    return { kind: 'send', id: ids.next(), clientId, text, tokens: count, title, splice }
  }

  async function beginClaimed(turn: NewTurn): Promise<BegunTurn> {
    deps.onBegin(turn.place.sessionId)
    registry.claim(turn.runId)
    let begun: BegunTurn | null = null
    try {
      begun = await beginOrReap(turn)
      return begun
    } finally {
      if (begun?.kind !== 'begun') registry.release(turn.runId)
    }
  }

  /** A session that a dead run holds is freed first; one that a living run holds is busy. */
  async function beginOrReap(turn: NewTurn): Promise<BegunTurn> {
    try {
      return await store.begin(turn)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'session_busy') throw error
      // No run holds it.
      if (error.details === undefined) throw error
      if ((await reaper.livingRun(turn.owner, turn.place.sessionId)) !== null) throw error
      return store.begin(turn)
    }
  }

  async function carryOut(turn: NewTurn, begun: Begun, by: CarriedOutBy): Promise<void> {
    const { model, run } = by
    let outcome: Outcome
    let sent: ContextMap | null = null
    try {
      const planned = await planTurn(deps, {
        owner: turn.owner,
        session: begun.session,
        settings: by.settings,
        memory: effectiveMemory(by.settings, begun.session.memory),
        model: model.info,
        newest: { questionSeq: begun.userMessage.seq, answerSeq: begun.answer.seq },
        continued: begun.continued,
        instructions: by.instructions,
        guidance: by.guidance,
      })
      const { map, texts } = planned
      sent = map
      run.decide({ context: { map, texts }, now: clock.now() })
      assertPlanFits(model.info, map)
      outcome = await answer(run, model, planned, deps.log)
    } catch (error) {
      outcome = outcomeOf(error, run, null, deps.log)
    }
    const ended = await endTurn(deps, { turn, run, outcome, sent })
    registry.release(run.runId)
    by.ended?.(ended, { usage: outcome?.usage ?? null, sent, text: textOf(run) })
    deps.onEnd()
  }

  /** The message was sent before: its reader gets that run from the start. */
  async function join(
    owner: string,
    joined: Extract<BegunTurn, { kind: 'joined' }>,
    left: AbortSignal | undefined,
  ): Promise<StartedTurn> {
    const { runId, sessionId, answerId } = joined
    const [session, stored] = await Promise.all([
      sessions.get(owner, sessionId),
      messages.get(owner, answerId),
    ])
    const userMessage = stored.parentId === null ? null : await messages.get(owner, stored.parentId)
    const events = await runs.follow(owner, runId, START, left)
    const start: RunEvent = { type: 'start', runId, session, userMessage, answer: { ...stored, parts: [] } }
    return { runId, events: withFirst(start, events), joined: true }
  }

  return { start }
}

type Begun = Extract<BegunTurn, { kind: 'begun' }>

type PromptFrame = { instructions: string; guidance: string; model: ChatModel; splice: Splice | undefined }

type CarriedOutBy = { model: ChatModel; run: LiveRun; settings: Settings; guidance: string } & Pick<
  TurnOptions,
  'ended' | 'instructions'
>

/** What a client that brings a history begins it with. */
const firstSaid = (splice: Splice | undefined): string | undefined =>
  splice?.before.find(({ role }) => role === 'user')?.text

function newSession(request: TurnRequest, { kind }: TurnOptions) {
  if (request.action !== 'send') return { instructions: null, kind: PAGE_SESSION }
  const { instructions, temporary = false } = request
  return { instructions, kind: kind ?? { ...PAGE_SESSION, temporary, brief: temporary } }
}

const asItIs = (model: ChatModel) => model

async function* withFirst(
  first: RunEvent,
  rest: AsyncIterable<RunEvent>,
): AsyncGenerator<RunEvent, void, undefined> {
  yield first
  yield* rest
}
