import type { ContextMap } from '../memory/index.ts'
import type { ChatModel } from '../ports/chat-models.ts'
import type { BegunTurn, NewTurn } from '../ports/turn-store.ts'
import { textOf } from '../schemas/message.ts'
import type { Settings } from '../schemas/settings.ts'
import { answer, type Outcome, outcomeOf } from './answer.ts'
import { assertPlanFits } from './assert-fits.ts'
import { effectiveMemory } from './effective-memory.ts'
import { type EndDeps, endTurn } from './end-turn.ts'
import { isRemembered } from './is-remembered.ts'
import type { LiveRun } from './live-run.ts'
import { type PlanDeps, planTurn } from './plan-turn.ts'
import type { RunRegistry } from './run-registry.ts'
import type { TurnOptions } from './turn-request.ts'

export type CarryOutDeps = PlanDeps &
  EndDeps & {
    registry: Pick<RunRegistry, 'release'>
    /** Whether this installation indexes what is said. */
    remembers: boolean
  }

/** A turn that is stored, and not yet answered. */
export type Begun = Extract<BegunTurn, { kind: 'begun' }>

type CarriedOut = {
  turn: NewTurn
  begun: Begun
  run: LiveRun
  model: ChatModel
  settings: Settings
  guidance: string
} & Pick<TurnOptions, 'ended' | 'instructions' | 'tools'>

/** From a stored turn to its stored answer: plans, asks the model, stores the end. Never throws. */
export async function carryOutTurn(
  deps: CarryOutDeps,
  { turn, begun, run, model, settings, guidance, instructions, tools, ended }: CarriedOut,
): Promise<void> {
  const memory = effectiveMemory(settings, begun.session.memory)
  const remembered = deps.remembers && isRemembered(memory) && !begun.session.temporary
  let outcome: Outcome
  let sent: ContextMap | null = null
  try {
    const planned = await planTurn(
      deps,
      {
        owner: turn.owner,
        session: begun.session,
        settings,
        memory,
        model: model.info,
        newest: { questionSeq: begun.userMessage.seq, answerSeq: begun.answer.seq },
        continued: begun.continued,
        instructions,
        tools,
        guidance,
      },
      { text: textOf(begun.userMessage), signal: run.signal },
    )
    const { map, texts, receipts } = planned
    sent = map
    run.decide({ context: { map, texts, receipts }, now: deps.clock.now() })
    assertPlanFits(model.info, map)
    outcome = await answer(run, model, planned, deps.log)
  } catch (error) {
    outcome = outcomeOf(error, run, null, deps.log)
  }
  const stored = await endTurn(deps, { turn, run, outcome, sent, remembered })
  deps.registry.release(run.runId)
  ended?.(stored, { usage: outcome?.usage ?? null, sent, text: textOf(run) })
}
