import { AppError } from '../errors.ts'
import type { ChatModel, ChatModels } from '../ports/chat-models.ts'
import type { Job } from '../ports/jobs.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { Titles, Untitled } from '../ports/titles.ts'
import { titlePayload } from '../schemas/job.ts'
import { JobPostponed } from './carry-out-job.ts'
import { cleanTitle } from './clean-title.ts'
import { titlePrompt } from './title-prompt.ts'

/** In UTF-16 units. Whoever says more writes no title, and is not listened to any longer. */
const SAID_MAX = 1_000

/** A model that cannot say a title in three calls is not asked a fourth time. */
export const TITLE_TRIES = 3

/** After which a title that gave way to an answer is asked for again, in milliseconds. */
const GIVE_WAY_MS = 2_000

/** Servers on one's own machine answer one request after the other, whichever conversation it is of. */
const ONE_AT_A_TIME: readonly string[] = ['ollama', 'lmstudio']

export type NameSession = {
  /**
   * The job that has a session's own model name it, after its first answer. A title that the user gave stays, and so
   * does the one from the first message where the model says nothing that is a title. Throws what the call threw.
   */
  run(job: Pick<Job, 'owner' | 'payload'>, signal: AbortSignal): Promise<void>
  /** A turn begins: calls that it might have to wait for are cancelled, and made again later. */
  giveWay(sessionId: string): void
}

export function createNameSession(deps: {
  titles: Titles
  settings: Pick<SettingsStore, 'get'>
  models: Pick<ChatModels, 'resolve'>
  /** How long the whole call may take, in milliseconds. */
  withinMs: number
}): NameSession {
  const { titles, settings, models, withinMs } = deps
  const calls = new Set<{ sessionId: string; provider: string; gaveWay: AbortController }>()

  async function ask(model: ChatModel, untitled: Untitled, signal: AbortSignal): Promise<string> {
    const { sessionId, question, answer } = untitled
    const gaveWay = new AbortController()
    const tooLong = AbortSignal.timeout(withinMs)
    const call = { sessionId, provider: model.info.provider, gaveWay }
    calls.add(call)
    let said = ''
    try {
      const events = model.stream({
        messages: titlePrompt(question, answer),
        purpose: 'title',
        signal: AbortSignal.any([signal, gaveWay.signal, tooLong]),
      })
      for await (const event of events) {
        if (event.type === 'text') said += event.text
        if (said.length > SAID_MAX) break
      }
      return said
    } catch (error) {
      if (signal.aborted) throw error
      if (gaveWay.signal.aborted) throw new JobPostponed(GIVE_WAY_MS)
      if (!tooLong.aborted) throw error
      throw new AppError('model_timeout', 'The model took too long to say a title.', { cause: error })
    } finally {
      calls.delete(call)
    }
  }

  return {
    async run({ owner, payload }, signal) {
      const { sessionId } = titlePayload.parse(payload)
      if (!(await settings.get(owner)).modelTitles) return
      const untitled = await titles.untitled(owner, sessionId)
      if (untitled === null) return
      if (untitled.answering) throw new JobPostponed(GIVE_WAY_MS)
      const said = await ask(await models.resolve(untitled.model), untitled, signal)
      const title = cleanTitle(said)
      if (title !== null) await titles.name(owner, untitled, title)
    },

    giveWay(sessionId) {
      for (const call of calls) {
        if (call.sessionId === sessionId || ONE_AT_A_TIME.includes(call.provider)) call.gaveWay.abort()
      }
    },
  }
}
