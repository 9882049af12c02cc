import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Behaviour, type FakeUsage, wordsOf } from './behaviour.ts'
import type { Wire } from './wire.ts'

export type Progress = { sent(words: number): void; held(held: boolean): void }

const usageOf = (words: number): FakeUsage => ({ input: 10, cachedInput: 0, output: words, reasoning: 0 })

/**
 * Plays one answer on the wire. Resolves when nothing more will be sent, also when the client has gone;
 * a silent answer resolves only then.
 */
export async function play(
  behaviour: Behaviour,
  to: {
    wire: Wire
    response: ServerResponse
    hangUp: () => void
    released: () => Promise<void>
    progress: Progress
  },
): Promise<void> {
  const { wire, response, progress } = to
  const gone = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')))
  if (behaviour.neverAnswer) {
    await gone
    return
  }

  if (behaviour.headersOnly) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    await gone
    return
  }

  if (behaviour.reply) {
    const { status, type, body } = behaviour.reply
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body)
    return
  }

  const words = wordsOf(behaviour.text ?? '')
  const at = (place: number | undefined, index: number) =>
    place !== undefined && Math.min(place, words.length) === index

  wire.begin()
  for (const word of wordsOf(behaviour.reasoning ?? '')) wire.reasoning(word)

  for (let index = 0; index <= words.length; index++) {
    if (at(behaviour.holdAfter, index)) {
      progress.held(true)
      if ((await Promise.race([to.released(), gone])) === 'gone') return
      progress.held(false)
    }
    const { comments, raw } = behaviour
    if (comments && at(comments.after, index))
      for (let sent = 0; sent < comments.times && !response.destroyed; sent++) {
        response.write(': still at work\n\n')
        await Promise.race([pause(comments.everyMs), gone])
      }
    if (raw && at(raw.after, index)) response.write(raw.text)
    if (at(behaviour.silentAfter, index)) {
      await gone
      return
    }
    if (at(behaviour.dieAfter, index)) {
      await flushed(response)
      to.hangUp()
      return
    }
    if (at(behaviour.errorAfter, index)) {
      wire.error(behaviour.message ?? 'The fake upstream failed as it was told to.')
      response.end()
      return
    }
    if (at(behaviour.cutAfter, index)) {
      response.end()
      return
    }
    const word = words[index]
    if (word === undefined) break
    if (response.destroyed) return
    wire.text(word)
    progress.sent(index + 1)
    if (behaviour.paceMs) await Promise.race([pause(behaviour.paceMs), gone])
  }
  const { toolCalls = [] } = behaviour
  for (const [index, call] of toolCalls.entries()) wire.toolCall(index, call)
  wire.finish(
    behaviour.finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    behaviour.usage ?? usageOf(words.length),
  )
  response.end()
}

/** What was written has left the process, so that destroying the socket does not take it back. */
const flushed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.write('', () => resolve())
  })
