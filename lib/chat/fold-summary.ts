import { AppError } from '../errors.ts'
import { foldParts, type Omitted, quoteLines, type StoredSummary } from '../memory/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Job } from '../ports/jobs.ts'
import type { Messages } from '../ports/messages.ts'
import type { NewSummary, Summaries } from '../ports/summaries.ts'
import type { TokenCounts } from '../ports/token-counter.ts'
import { summaryPayload } from '../schemas/job.ts'
import { answersOneAtATime, type BackgroundCalls, GIVE_WAY_MS } from './background-calls.ts'
import { JobPostponed } from './carry-out-job.ts'
import { exchangesOn } from './exchanges-on.ts'
import { foldRoom } from './fold-room.ts'
import { type FoldTask, type FoldTaskDeps, foldTask } from './fold-task.ts'
import { writeSummary } from './write-summary.ts'

/** Over half a minute. The end of a later turn asks anew. */
export const SUMMARY_TRIES = 6

export type FoldSummary = {
  /**
   * The job that has a session's own model tell its older exchanges, part by part, on top of the summary that there is.
   * Each part is stored as soon as it is written, but for those of a rewrite. Throws what a call threw,
   * `model_summary_refused`, and `summary_changed` where what it was written of no longer holds; what was stored until
   * then stays.
   */
  run(job: Pick<Job, 'owner' | 'payload'>, signal: AbortSignal): Promise<void>
}

/** The summary as far as it is written. `tokens`: of the text as it is quoted. `base` and `told`: see `NewSummary`. */
type Draft = {
  text: string
  tokens: TokenCounts
  base: NewSummary['base']
  told: readonly number[]
  messageCount: number
  omitted: readonly Omitted[]
}

export function createFoldSummary(
  deps: FoldTaskDeps & {
    messages: Pick<Messages, 'readOn'>
    summaries: Pick<Summaries, 'texts' | 'add' | 'putInForce'>
    calls: BackgroundCalls
    clock: Clock
    ids: Ids
    /** How long one call may take, in milliseconds. */
    withinMs: number
  },
): FoldSummary {
  const { messages, summaries, tokens, calls, clock, ids, withinMs } = deps

  async function draftOf(owner: string, base: StoredSummary): Promise<Draft> {
    const told = (await summaries.texts(owner, [base.id])).get(base.id)
    // Forgotten since it was found.
    if (!told) throw new JobPostponed(GIVE_WAY_MS)
    const { id, toSeq, omitted } = base
    return {
      ...told,
      tokens: await tokens.count(quoteLines(told.text)),
      base: { id, toSeq },
      told: [],
      omitted,
    }
  }

  async function carryOut(owner: string, task: FoldTask, isRewrite: boolean, signal: AbortSignal) {
    const { session, model, template, words, fromSeq, base } = task
    // Of no session: answers of the same one wait only where all do.
    const tooLong = 'The model took too long to write a summary.'
    const call = { model: model.info, sessionId: null, withinMs, tooLong }
    const room = await foldRoom(tokens, model.info, task)
    let draft = base && (await draftOf(owner, base))
    let after = task.newest?.version ?? null
    let toldTo: number | null = null

    const exchanges = exchangesOn(messages, task.stretch)
    for await (const part of foldParts(exchanges, () => room(draft?.tokens ?? null))) {
      const earlier = draft?.text ?? null
      const text = await calls.run(call, signal, (signal) =>
        writeSummary(deps, model, { template, earlier, part, words }, signal),
      )
      draft = {
        text,
        tokens: await tokens.count(quoteLines(text)),
        base: draft?.base ?? null,
        told: [...(draft?.told ?? []), ...part.told],
        messageCount: (draft?.messageCount ?? 0) + part.told.length,
        omitted: [...(draft?.omitted ?? []), ...part.omitted],
      }
      toldTo = part.toSeq ?? toldTo
      if (part.toSeq !== null && !isRewrite) draft = await store(draft, part.toSeq)
    }
    if (isRewrite && draft !== null && toldTo !== null) await store(draft, toldTo)

    /** As it goes on from there. */
    async function store(draft: Draft, toSeq: number): Promise<Draft> {
      const added = await summaries.add(owner, session.id, {
        ...draft,
        ...{ id: ids.next(), after, fromSeq, toSeq, model: model.info.id },
        ...{ asked: task.asked, now: clock.now() },
      })
      if (added === null) throw changedMeanwhile()
      after = added.version
      return { ...draft, base: { id: added.id, toSeq }, told: [] }
    }
  }

  return {
    async run({ owner, payload }, signal) {
      const subject = summaryPayload.parse(payload)
      try {
        const task = await foldTask(deps, owner, subject)
        if (task === null) {
          // One that was being written when it was asked for has told all of it meanwhile.
          if (subject.asked === 'now') await summaries.putInForce(owner, subject.sessionId)
          return
        }
        if (task.session.answering && answersOneAtATime(task.model.info)) throw new JobPostponed(GIVE_WAY_MS)
        await carryOut(owner, task, subject.asked === 'rewrite', signal)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'session_not_found') throw error
      }
    },
  }
}

/** The next try finds what there is by then. */
const changedMeanwhile = () =>
  new AppError('summary_changed', 'The conversation was changed while its summary was written.')
