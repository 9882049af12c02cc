import fc from 'fast-check'
import type { Mark } from '../../schemas/mark.ts'
import type { SessionMemory } from '../../schemas/memory-settings.ts'

/** What can happen to a conversation. `place`: among what there is, taken round. */
export type ChatEvent =
  | { does: 'send'; words: number; as: keyof typeof MARKERS }
  | { does: 'regenerate' | 'continue' | 'divide' | 'join' | 'edit' | 'now' | 'rewrite' | 'release' }
  | { does: 'mark'; place: number; mark: Mark }
  | { does: 'restore'; place: number }
  /** `answer`: alone, without its question. */
  | { does: 'forget'; place: number; what: 'exchange' | 'answer' }
  | { does: 'undo'; place: number }
  | { does: 'remember'; memory: SessionMemory; whose: 'owner' | 'session' }
  | { does: 'instruct'; text: string; whose: 'owner' | 'session' }
  | { does: 'prompt'; text: string | null }
  | { does: 'fold'; as: 'well' | 'failed' | 'empty' | 'held' }

/** What the fake upstream does, by its markers; what stands behind `[[say]]` is the answer. */
export const MARKERS = {
  plain: '[[say]] ',
  hostile: '[[say]] ',
  slow: '[[hold 1]] [[say]] ',
  cut: '[[cut 3]] [[say]] ',
  failed: '[[status 400]] [[say]] ',
  empty: '[[say]]',
}

const is = <Name extends string | null>(...names: Name[]) => fc.constantFrom(...names)
const whose = is('owner', 'session')

const memory: fc.Arbitrary<SessionMemory> = fc.record(
  {
    maxExchanges: fc.constantFrom(null, null, 0, 1, 2, 3, 6, 10),
    maxTokens: fc.constantFrom(null, 150, 300, 300, 400, 500, 800),
    useSummary: fc.constantFrom(true, true, true, false),
  },
  { requiredKeys: [] },
)

const words = fc.oneof(
  { weight: 9, arbitrary: fc.nat(30) },
  // More than there is room for.
  { weight: 1, arbitrary: fc.nat(300) },
)
const manner = fc.oneof(
  { weight: 5, arbitrary: is('plain') },
  { weight: 5, arbitrary: is('slow', 'hostile', 'empty', 'failed', 'cut') },
)
const text = is('', 'Be brief.', 'Be long. <|endoftext|>')
const prompt = is(null, 'Of this: {messages}', '{messages} In rhymes.')

/** Mostly turns and summaries of them, and now and then a decision of the user. */
export const chatEvent: fc.Arbitrary<ChatEvent> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ does: is('send'), words, as: manner }) },
  {
    weight: 8,
    arbitrary: fc.record({ does: is('fold'), as: is('well', 'well', 'well', 'failed', 'empty', 'held') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: is('mark'), place: fc.nat(99), mark: is('pinned', 'excluded', null) }),
  },
  { weight: 3, arbitrary: fc.record({ does: is('regenerate', 'continue') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: is('forget'),
      place: fc.nat(99),
      what: is('exchange', 'exchange', 'answer'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: is('undo'), place: fc.nat(99) }) },
  { weight: 2, arbitrary: fc.record({ does: is('edit', 'now', 'rewrite') }) },
  { weight: 2, arbitrary: fc.record({ does: is('release') }) },
  { weight: 2, arbitrary: fc.record({ does: is('remember'), memory, whose }) },
  { weight: 1, arbitrary: fc.record({ does: is('divide', 'join') }) },
  { weight: 1, arbitrary: fc.record({ does: is('restore'), place: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ does: is('instruct'), text, whose }) },
  { weight: 1, arbitrary: fc.record({ does: is('prompt'), text: prompt }) },
)
