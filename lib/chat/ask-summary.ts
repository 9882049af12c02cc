import { AppError } from '../errors.ts'
import { isTold } from '../memory/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Messages } from '../ports/messages.ts'
import type { Summaries } from '../ports/summaries.ts'
import { exchangesOn } from './exchanges-on.ts'
import { type FoldTaskDeps, foldTask } from './fold-task.ts'

type Deps = FoldTaskDeps & {
  messages: Pick<Messages, 'readOn'>
  summaries: Pick<Summaries, 'ask'>
  clock: Clock
}

/**
 * Asks for a summary of all but the newest exchange, or for the newest one to be written from its messages again. Throws
 * `nothing_to_summarise` where there is none and nothing that it could tell.
 */
export async function askSummary(
  deps: Deps,
  owner: string,
  sessionId: string,
  asked: 'now' | 'rewrite',
): Promise<void> {
  const payload = { sessionId, asked }
  const task = await foldTask(deps, owner, payload)
  if (task === null || !(await tellsAny(deps, task.stretch))) throw nothingToSummarise()
  await deps.summaries.ask(owner, payload, deps.clock.now())
}

async function tellsAny(deps: Deps, stretch: Parameters<typeof exchangesOn>[1]): Promise<boolean> {
  for await (const exchange of exchangesOn(deps.messages, stretch)) if (isTold(exchange)) return true
  return false
}

export const nothingToSummarise = () =>
  new AppError(
    'nothing_to_summarise',
    'There is nothing to summarise but the newest exchange, which is always sent as it is.',
  )
