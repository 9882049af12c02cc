import type { RunEvent } from '../schemas/run-event.ts'

/** A turn that was accepted: stored, and answered whether or not its events are read. */
export type StartedTurn = {
  runId: string
  /** Its start first. */
  events: AsyncGenerator<RunEvent, void, undefined>
  /** The message was sent before: this is the turn that answered it, or is answering it. */
  joined: boolean
}

type Start = Extract<RunEvent, { type: 'start' }>

/** `rest`: the events behind the start. */
export const startedTurn = (
  start: Start,
  rest: AsyncIterable<RunEvent>,
  { joined }: Pick<StartedTurn, 'joined'>,
): StartedTurn => ({ runId: start.runId, events: withFirst(start, rest), joined })

/** Takes the start off the events of a turn, which then go on behind it. */
export async function takeStart({ events }: Pick<StartedTurn, 'events'>): Promise<Start> {
  const { value: first } = await events.next()
  if (first?.type !== 'start') throw new Error('A turn did not begin with its start.')
  return first
}

async function* withFirst(
  first: RunEvent,
  rest: AsyncIterable<RunEvent>,
): AsyncGenerator<RunEvent, void, undefined> {
  yield first
  yield* rest
}

type Events = StartedTurn['events']

/** The same events, the next of which is asked for before anyone reads. `first` resolves when it is there. */
export function readAhead(events: Events): { first: Promise<unknown>; events: Events } {
  const first = events.next()
  async function* all(): Events {
    const { value, done } = await first
    if (done) return
    yield value
    yield* events
  }
  return { first, events: all() }
}
