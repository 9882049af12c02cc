import { wrongTokens } from '../../lib/chat/testing/exact-tokens.ts'
import { misplaced, nameOf } from '../../lib/chat/testing/misplaced.ts'
import type { AnswerContext, ContextMapView } from '../../lib/schemas/context-map.ts'
import type { MessageView } from '../../lib/schemas/message.ts'
import type { SummaryList } from '../../lib/schemas/summary.ts'
import { limitsOf } from '../../lib/tokens/model-limits.ts'
import type { Behaviour } from '../fake-upstream/behaviour.ts'
import type { FakeUpstream } from '../fake-upstream/start.ts'
import { clientId, patch, post, type Read, readToEnd, remove } from './api.ts'
import { promptsOf, type SentMessage } from './prompts.ts'
import { expect } from './test.ts'

/** A turn as the upstream saw it, and as its map has it. */
export type Turn = AnswerContext & { answerId: string; prompt: SentMessage[]; map: ContextMapView }

export type Conversation = ReturnType<typeof conversation>

/**
 * One conversation through the interfaces. Every turn is held to what the upstream received, and every message of the
 * path to one place. Questions begin with `q1.`, `q2.`, …, answers with `a1.`, …: by that a summary shows what it
 * tells.
 */
export function conversation(server: { url: string }, upstream: FakeUpstream) {
  const turns: Turn[] = []
  let { url } = server
  let sessionId: string | null = null
  let said = 0
  const session = () => `${url}/api/sessions/${sessionId}`
  const json = async (response: Response) => {
    if (!response.ok) throw new Error(`Refused with ${response.status}: ${await response.text()}`)
    return response.json()
  }

  async function path(): Promise<MessageView[]> {
    return (await json(await fetch(`${session()}/messages?limit=200`))).messages
  }
  const contextOf = async (answerId: string): Promise<AnswerContext> =>
    json(await fetch(`${url}/api/context/${answerId}`))

  async function held(read: Read): Promise<Turn> {
    if (read.start === null || read.last.type !== 'end') throw new Error('The answer did not end.')
    sessionId = read.start.session.id
    const answerId = read.last.answer.id
    const { map, sent, tools, receipts } = await contextOf(answerId)
    const prompt = promptsOf(upstream.requests).at(-1)
    if (map === null || prompt === undefined) throw new Error('The turn left no context.')
    expect(sent).toEqual(prompt)
    expect(wrongTokens(map, sent, limitsOf('fake-large'))).toEqual([])
    const now = await path()
    const answer = now.findIndex(({ id }) => id === answerId)
    const question = now.slice(0, answer).findLastIndex(({ role }) => role === 'user')
    const past = now.slice(0, question + 1)
    // The interfaces do not say what a summary omits: only whether that stands elsewhere.
    const omits = ({ seq, pinned }: MessageView) =>
      pinned || map.leftOut.some(({ fromSeq, toSeq }) => fromSeq <= seq && seq <= toSeq)
    const omitted = new Set(past.filter(omits).map(({ seq }) => seq))
    expect(misplaced({ map, path: past, omits: ({ seq }) => omitted.has(seq), prompt })).toEqual([])
    expect(
      past.filter((message) => isTold(map, message) && !omitted.has(message.seq)).filter(unseen),
    ).toEqual([])
    const turn = { answerId, prompt, map, sent, tools, receipts }
    turns.push(turn)
    return turn
  }

  /** Of what a summary tells: nobody was shown it to sum it up. */
  const unseen = (message: MessageView) => {
    const name = nameOf(message)
    return (
      name !== null &&
      !upstream.summaries.requests.some(({ body }) => JSON.stringify(body).includes(`> ${name}`))
    )
  }

  const again = async (action: 'regenerate' | 'continue', behaviour: Behaviour = {}) => {
    const answerId = (await path()).findLast(({ role }) => role === 'assistant')?.id
    said += 1
    upstream.script({ text: `a${said}. again`, ...behaviour })
    return held(await readToEnd(await post(`${url}/api/chat`, { action, sessionId, answerId })))
  }

  return {
    turns,
    path,
    session,
    /** A turn of a question and an answer of so many words, or a few more. */
    async say(words: number, behaviour: Behaviour = {}): Promise<Turn> {
      said += 1
      upstream.script({ text: `a${said}. ${'yes '.repeat(words)}`, ...behaviour })
      const message = { clientId: clientId(), text: `q${said}. ${'word '.repeat(words)}` }
      return held(await readToEnd(await post(`${url}/api/chat`, { action: 'send', sessionId, message })))
    },
    regenerate: (behaviour?: Behaviour) => again('regenerate', behaviour),
    goOn: (behaviour?: Behaviour) => again('continue', behaviour),
    async mark(place: number, mark: 'pinned' | 'excluded' | null): Promise<void> {
      const messages = (await path()).filter(({ kind }) => kind === 'message')
      await json(await patch(`${session()}/messages/${messages.at(place)?.id}`, { mark }))
    },
    change: async (fields: object): Promise<unknown> => json(await patch(session(), fields)),
    divide: async (): Promise<{ id: string }> => json(await post(`${session()}/divider`, {})),
    async join(dividerId: string): Promise<void> {
      const response = await remove(`${session()}/divider/${dividerId}`)
      if (!response.ok) throw new Error(`The divider stays: ${await response.text()}`)
    },

    /** The versions of its summary, newest first, as they are now. */
    versions: async (): Promise<SummaryList['versions']> =>
      (await json(await fetch(`${session()}/summary`))).versions,
    /** The same and how the last try went, once none is being written. */
    async summaries(): Promise<SummaryList> {
      let list: SummaryList | undefined
      const isWriting = async () => {
        list = await json(await fetch(`${session()}/summary`))
        return list?.writing
      }
      await expect.poll(isWriting, { timeout: 30_000 }).toBe(false)
      if (list === undefined) throw new Error('No summaries were listed.')
      return list
    },
    ask: (ask: 'now' | 'rewrite') => post(`${session()}/summary`, { ask }),
    edit: (version: number, text: string) => patch(`${session()}/summary`, { version, text }),
    restore: async (summaryId: string) => json(await post(`${session()}/summary/restore`, { summaryId })),

    /** All that was ever sent is rebuilt as it was, whatever happened since; on that server, where one is named. */
    async heldToTheEnd(restarted: { url: string } = { url }): Promise<void> {
      ;({ url } = restarted)
      for (const { answerId, prompt, map } of turns) {
        const now = await contextOf(answerId)
        expect(now.sent).toEqual(prompt)
        expect(now.map).toEqual(map)
      }
    },
  }
}

const isTold = ({ segments }: ContextMapView, { seq, kind }: MessageView): boolean =>
  kind === 'message' &&
  segments.some((segment) => segment.kind === 'summary' && segment.fromSeq <= seq && seq <= segment.toSeq)
