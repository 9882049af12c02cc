import type { ChatModel, ChatModels } from '../ports/chat-models.ts'
import type { Job } from '../ports/jobs.ts'
import type { SettingsStore } from '../ports/settings.ts'
import type { Titles, Untitled } from '../ports/titles.ts'
import { titlePayload } from '../schemas/job.ts'
import { type BackgroundCalls, GIVE_WAY_MS } from './background-calls.ts'
import { JobPostponed } from './carry-out-job.ts'
import { cleanTitle } from './clean-title.ts'
import { titlePrompt } from './title-prompt.ts'

/** In UTF-16 units. Whoever says more writes no title, and is not listened to any longer. */
const SAID_MAX = 1_000

/** A model that cannot say a title in three calls is not asked a fourth time. */
export const TITLE_TRIES = 3

export type NameSession = {
  /**
   * The job that has a session's own model name it, after its first answer. A title that the user gave stays, and so
   * does the one from the first message where the model says nothing that is a title. Throws what the call threw.
   */
  run(job: Pick<Job, 'owner' | 'payload'>, signal: AbortSignal): Promise<void>
}

export function createNameSession(deps: {
  titles: Titles
  settings: Pick<SettingsStore, 'get'>
  models: Pick<ChatModels, 'resolve'>
  calls: BackgroundCalls
  /** How long the whole call may take, in milliseconds. */
  withinMs: number
}): NameSession {
  const { titles, settings, models, calls, withinMs } = deps

  function ask(model: ChatModel, untitled: Untitled, signal: AbortSignal): Promise<string> {
    const { sessionId, question, answer } = untitled
    const tooLong = 'The model took too long to say a title.'
    return calls.run({ model: model.info, sessionId, withinMs, tooLong }, signal, async (signal) => {
      let said = ''
      const messages = titlePrompt(question, answer)
      for await (const event of model.stream({ messages, purpose: 'title', signal })) {
        if (event.type === 'text') said += event.text
        if (said.length > SAID_MAX) break
      }
      return said
    })
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
  }
}
