import { AppError } from '../errors.ts'
import type { ChatModel, ChatModels } from '../ports/chat-models.ts'
import type { Job } from '../ports/jobs.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { Titles, Untitled } from '../ports/titles.ts'
import { titlePayload } from '../schemas/job.ts'
import { cleanTitle } from './clean-title.ts'
import { titlePrompt } from './title-prompt.ts'

/** In UTF-16 units. Whoever says more writes no title, and is not listened to any longer. */
const SAID_MAX = 1_000

/** A model that cannot say a title in three calls is not asked a fourth time. */
export const TITLE_TRIES = 3

export type NameSession = (job: Pick<Job, 'owner' | 'payload'>, signal: AbortSignal) => Promise<void>

/**
 * The job that has a session's own model name it, after its first answer. A title that the user gave stays, and so
 * does the one from the first message where the model says nothing that is a title. Throws what the call threw.
 */
export function createNameSession(deps: {
  titles: Titles
  settings: Pick<SettingsStore, 'get'>
  models: Pick<ChatModels, 'resolve'>
  /** How long the whole call may take, in milliseconds. */
  withinMs: number
}): NameSession {
  const { titles, settings, models, withinMs } = deps

  return async ({ owner, payload }, signal) => {
    const { sessionId } = titlePayload.parse(payload)
    if (!(await settings.get(owner)).modelTitles) return
    const untitled = await titles.untitled(owner, sessionId)
    if (untitled === null) return
    const said = await ask(await models.resolve(untitled.model), untitled, signal)
    const title = cleanTitle(said)
    if (title !== null) await titles.name(owner, untitled, title)
  }

  async function ask(model: ChatModel, { question, answer }: Untitled, signal: AbortSignal): Promise<string> {
    const tooLong = AbortSignal.timeout(withinMs)
    const messages = titlePrompt(question, answer)
    let said = ''
    try {
      const events = model.stream({ messages, purpose: 'title', signal: AbortSignal.any([signal, tooLong]) })
      for await (const event of events) {
        if (event.type === 'text') said += event.text
        if (said.length > SAID_MAX) break
      }
      return said
    } catch (error) {
      if (!tooLong.aborted || signal.aborted) throw error
      throw new AppError('model_timeout', 'The model took too long to say a title.', { cause: error })
    }
  }
}
