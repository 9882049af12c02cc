import { DEFAULT_SUMMARY_PROMPT, foldParts, quoteLines, type StoredSummary } from '../memory/index.ts'
import type { Messages } from '../ports/messages.ts'
import type { Summaries } from '../ports/summaries.ts'
import type { SummaryPromptPreview, SummaryPromptRequest } from '../schemas/summary-prompt.ts'
import { exchangesOn } from './exchanges-on.ts'
import { foldMessages } from './fold-messages.ts'
import { foldRoom } from './fold-room.ts'
import { type FoldTask, type FoldTaskDeps, foldTask } from './fold-task.ts'
import { nothingToSummarise } from './nothing-to-summarise.ts'
import { promptTokens } from './prompt-tokens.ts'

/** For those who do not know `lib/memory`. */
export { DEFAULT_SUMMARY_PROMPT }

type Deps = FoldTaskDeps & {
  messages: Pick<Messages, 'readOn'>
  summaries: Pick<Summaries, 'texts'>
}

/**
 * What a model would be sent with this prompt for a session's next summary: the first part of it, where it takes
 * several calls. Calls no model and stores nothing. Throws `session_not_found`, `unknown_model`,
 * `nothing_to_summarise`.
 */
export async function previewSummaryPrompt(
  deps: Deps,
  owner: string,
  { sessionId, prompt }: SummaryPromptRequest,
): Promise<SummaryPromptPreview> {
  const due = await foldTask(deps, owner, { sessionId, asked: null })
  const task = due ?? (await foldTask(deps, owner, { sessionId, asked: 'now' }))
  const messages = task && (await firstCall(deps, owner, task, prompt ?? DEFAULT_SUMMARY_PROMPT))
  if (!task || !messages) throw nothingToSummarise()
  const tokens = await promptTokens(deps.tokens, task.model.info.limits, messages)
  return { messages, tokens, due: due !== null }
}

/** null: the messages hold nothing that can be told. */
async function firstCall(
  deps: Deps,
  owner: string,
  { base, model, stretch, words }: FoldTask,
  template: string,
) {
  const earlier = base && (await textOf(deps, owner, base))
  const room = await foldRoom(deps.tokens, model.info, { template, words })
  const left = room(earlier === null ? null : await deps.tokens.count(quoteLines(earlier)))
  for await (const part of foldParts(exchangesOn(deps.messages, stretch), () => left))
    return foldMessages(template, earlier, part.messages, words)
  return null
}

/** null: forgotten since it was found. */
const textOf = async ({ summaries }: Deps, owner: string, { id }: StoredSummary): Promise<string | null> =>
  (await summaries.texts(owner, [id])).get(id)?.text ?? null
