import type { ChatModels } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Messages } from '../ports/messages.ts'
import type { SessionChoices, Sessions } from '../ports/sessions.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { NewTurn, TurnPlace, TurnStore } from '../ports/turn-store.ts'
import { START } from '../schemas/run-event.ts'
import { PAGE_SESSION } from '../schemas/session.ts'
import { assertPinsFit } from './assert-pins-fit.ts'
import { type Begun, type CarryOutDeps, carryOutTurn } from './carry-out-turn.ts'
import { claimTurn } from './claim-turn.ts'
import { effectiveMemory } from './effective-memory.ts'
import { joinTurn } from './join-turn.ts'
import type { Lifeline } from './lifeline.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import type { Reaper } from './reaper.ts'
import type { RunLog } from './run-log.ts'
import type { RunRegistry } from './run-registry.ts'
import type { Runs } from './runs.ts'
import type { SessionLife } from './session-life.ts'
import { type StartedTurn, startedTurn } from './started-turn.ts'
import { turnPrompt } from './turn-prompt.ts'
import type { TurnOptions, TurnRequest } from './turn-request.ts'

type Deps = CarryOutDeps & {
  store: TurnStore
  sessions: Pick<Sessions, 'get' | 'choices'>
  messages: Messages
  settings: Pick<SettingsStore, 'get'>
  models: ChatModels
  runs: Runs
  registry: RunRegistry
  runLog: RunLog
  reaper: Reaper
  life: Pick<SessionLife, 'settle' | 'isDue' | 'prepare'>
  clock: Clock
  ids: Ids
  processId: string
  lifeline: Pick<Lifeline, 'certainty'>
  /** A turn is about to be stored in the session. */
  onBegin(sessionId: string): void
}

export type Turns = {
  /** One turn from request to stored answer. Throws before anything is stored, or not at all. */
  start(owner: string, request: TurnRequest, options?: TurnOptions): Promise<StartedTurn>
}

export function createTurns(deps: Deps): Turns {
  const { sessions, settings, models, runs, registry, life, clock, ids, processId } = deps

  async function start(owner: string, request: TurnRequest, options: TurnOptions = {}): Promise<StartedTurn> {
    runs.assertOpen()
    const { left, guidance = '', through = asItIs } = options
    const [session, own] = await Promise.all([choicesOf(owner, request.sessionId), settings.get(owner)])
    const chosen = 'model' in request ? request.model : null
    const model = through(await models.resolve(chosen ?? session?.model ?? null))
    const prompt = await turnPrompt(deps, request, {
      instructions: options.instructions ?? session?.instructions ?? own.instructions,
      guidance,
      model: model.info,
      splice: options.splice,
      toolCallId: options.toolCallId,
      tools: options.tools,
    })
    if (session?.hasPinned && request.sessionId !== null && prompt.kind === 'send')
      await assertPinsFit(deps, {
        owner,
        session: await sessions.get(owner, request.sessionId),
        settings: own,
        memory: effectiveMemory(own, session.memory),
        model: model.info,
        instructions: options.instructions,
        tools: options.tools,
        guidance,
        text: prompt.text,
        count: prompt.tokens,
      })
    const turn: NewTurn = {
      owner,
      place: placeOf(request, options),
      prompt,
      runId: ids.next(),
      answerId: ids.next(),
      processId,
      model: model.info.id,
      now: clock.now(),
    }
    if (turn.place.create) await life.prepare(turn.place.kind)
    deps.onBegin(turn.place.sessionId)
    const begun = await claimTurn(deps, turn)
    if (begun.kind === 'joined') return joinTurn(deps, owner, begun, left)

    const run = runOf(turn, begun)
    const { instructions, tools, ended } = options
    void carryOutTurn(deps, { turn, begun, run, model, settings: own, guidance, instructions, tools, ended })
    const { session: begunIn, userMessage, answer } = begun
    const start = { type: 'start', runId: run.runId, session: begunIn, userMessage, answer } as const
    return startedTurn(start, run.follow(START, left), { joined: false })
  }

  function runOf({ owner, runId }: NewTurn, { session, continued }: Begun): LiveRun {
    const run = createLiveRun(
      { owner, runId, sessionId: session.id },
      continued?.parts,
      deps.lifeline.certainty(),
    )
    registry.add(run)
    deps.runLog.watch(run)
    return run
  }

  /** null: of no session yet. One that is due ends now, and is unknown. */
  async function choicesOf(owner: string, sessionId: string | null): Promise<SessionChoices | null> {
    if (sessionId === null) return null
    const session = await sessions.choices(owner, sessionId)
    if (!life.isDue(session)) return session
    await life.settle()
    return sessions.choices(owner, sessionId)
  }

  function placeOf(request: TurnRequest, { named, kind }: TurnOptions): TurnPlace {
    if (request.sessionId !== null) return { sessionId: request.sessionId, create: false }
    if (request.action !== 'send') throw new Error('A new session has nothing to answer again.')
    const { instructions, model, temporary = false } = request
    return {
      sessionId: named ?? ids.next(),
      create: true,
      model,
      instructions,
      kind: kind ?? { ...PAGE_SESSION, temporary, brief: temporary },
    }
  }

  return { start }
}

const asItIs: NonNullable<TurnOptions['through']> = (model) => model
