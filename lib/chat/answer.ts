import { AppError } from '../errors.ts'
import type { ChatModel, ModelInfo } from '../ports/chat-models.ts'
import type { Logger } from '../ports/logger.ts'
import type { EndedTurn } from '../ports/turn-store.ts'
import type { Usage } from '../schemas/message.ts'
import type { LiveRun } from './live-run.ts'
import type { TurnPlan } from './plan-turn.ts'
import { RunAbort } from './run-abort.ts'

/** How an answer ended; null: another process took the run over, and nothing may be written. */
export type Outcome = Pick<EndedTurn, 'status' | 'usage' | 'error'> | null

/** UTF-16 units, many times what any model writes: one that never stops must not take the process down. */
export const ANSWER_MAX = 16_000_000

/** Calls the model with what was planned and gives the run what comes. Never throws: failures are outcomes. */
export async function answer(
  run: LiveRun,
  model: ChatModel,
  { messages, offersTools }: Pick<TurnPlan, 'messages' | 'offersTools'>,
  log: Logger,
): Promise<Outcome> {
  let usage: Usage | null = null
  let length = 0
  try {
    for await (const event of model.stream({ messages, signal: run.signal })) {
      if (event.type === 'end') {
        usage = event.usage
        if (event.reason === 'length') throw cutByModel(model.info)
        continue
      }
      if (event.type === 'tool-call') {
        // A model may call what it was not offered, which is nobody's to answer.
        if (offersTools) run.call(event)
        length += event.arguments.length
      } else {
        run.append(event.type, event.text)
        length += event.text.length
      }
      if (length > ANSWER_MAX) throw endless()
    }
    return { status: 'complete', usage, error: null }
  } catch (error) {
    return outcomeOf(error, run, usage, log)
  }
}

const cutByModel = ({ name }: ModelInfo) =>
  new AppError(
    'model_incomplete',
    `${name} reached the length of one answer. What it wrote is kept, and it can go on.`,
  )

const endless = () =>
  new AppError(
    'model_incomplete',
    `The answer was ended after ${ANSWER_MAX.toLocaleString('en')} characters. What had come is kept.`,
  )

/** Of whatever a step of the turn threw. */
export function outcomeOf(error: unknown, run: LiveRun, usage: Usage | null, log: Logger): Outcome {
  if (run.signal.reason instanceof RunAbort) {
    const { kind } = run.signal.reason
    return kind === 'lost' ? null : { status: kind, usage, error: null }
  }
  if (error instanceof AppError) {
    const status = error.code === 'model_incomplete' ? 'interrupted' : 'failed'
    return { status, usage, error: error.toBody() }
  }
  log.error('A turn failed for a reason that it does not know.', { runId: run.runId, error })
  const unknown = new AppError(
    'internal',
    'The answer failed on the server. Your message is kept: try again.',
  )
  return { status: 'failed', usage, error: unknown.toBody() }
}
