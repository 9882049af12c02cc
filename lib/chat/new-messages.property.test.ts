import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Compared, newMessages, type Placed, type StoredCompared } from './new-messages.ts'

/** Few words, so that the same is said again and again. */
const word = fc.constantFrom('yes', 'no', 'go on')
const role = fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const)
const message = fc.record({ role, key: word })

const stored = fc
  .array(fc.record({ role, key: word, failed: fc.boolean() }), { maxLength: 12 })
  .map((messages): StoredCompared[] =>
    messages.map(({ failed, ...each }, place) => ({
      ...each,
      id: `m${place}`,
      doubtful: failed && each.role === 'assistant',
    })),
  )

const sent = fc
  .tuple(fc.array(message, { maxLength: 12 }), word, fc.constantFrom('user' as const, 'tool' as const))
  .map(([before, key, role]): Compared[] => [...before, { role, key }])

/** The path as it is once that is done. */
function after(path: readonly StoredCompared[], said: readonly Compared[], placed: Placed): StoredCompared[] {
  const upTo = (id: string | null) => path.slice(0, path.findIndex((each) => each.id === id) + 1)
  if (placed.kind === 'again') return upTo(placed.messageId)
  const added = said.slice(placed.from).map((each, place) => ({ ...each, id: `n${place}`, doubtful: false }))
  return [...upTo(placed.below), ...added]
}

const plain = (messages: readonly Compared[]) => messages.map(({ role, key }) => `${role} ${key}`)
const seen = (path: readonly StoredCompared[]) => path.filter(({ doubtful }) => !doubtful)
const endsWith = (path: readonly Compared[], said: readonly Compared[]) =>
  plain(path.slice(-said.length)).join('|') === plain(said).join('|')

describe('new messages', () => {
  test('the path ends with what was sent, whatever that is', () => {
    fc.assert(
      fc.property(stored, sent, (path, said) => {
        const made = after(path, said, newMessages(said, path))
        expect(endsWith(made, said) || endsWith(seen(made), said)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  const conversation = fc.array(fc.tuple(word, word), { maxLength: 6 }).map((exchanges): StoredCompared[] =>
    exchanges.flatMap(([question, answer], place) => [
      { role: 'user', key: question, id: `q${place}`, doubtful: false },
      { role: 'assistant', key: answer, id: `a${place}`, doubtful: false },
    ]),
  )

  test('nothing of a history that is sent whole, or from anywhere on, is doubled', () => {
    fc.assert(
      fc.property(conversation, word, fc.nat(), (path, key, cut) => {
        const kept = path.slice(path.length === 0 ? 0 : cut % path.length)
        const said: Compared[] = [...kept, { role: 'user', key }]
        expect(newMessages(said, path)).toEqual({
          kind: 'new',
          below: path.at(-1)?.id ?? null,
          from: said.length - 1,
        })
      }),
    )
  })

  test('what fails is tried again, and what follows it goes on at the end', () => {
    fc.assert(
      fc.property(conversation, word, word, (path, key, next) => {
        const asked: StoredCompared = { role: 'user', key, id: 'q', doubtful: false }
        const failed: StoredCompared = { role: 'assistant', key: '', id: 'a', doubtful: true }
        const now = [...path, asked, failed]
        expect(newMessages([...path, asked], now)).toEqual({ kind: 'again', messageId: 'q' })
        expect(newMessages([...path, asked, { role: 'user', key: next }], now)).toEqual({
          kind: 'new',
          below: 'a',
          from: path.length + 1,
        })
      }),
    )
  })

  test('a history with a change in it is a branch from before the change', () => {
    const distinct = fc
      .uniqueArray(fc.string(), { minLength: 4, maxLength: 14 })
      .map((keys): StoredCompared[] =>
        keys.map((key, place) => ({
          role: place % 2 === 0 ? 'user' : 'assistant',
          key,
          id: `m${place}`,
          doubtful: false,
        })),
      )
    fc.assert(
      fc.property(distinct, fc.nat(), (path, nat) => {
        // Behind the first answer: of what holds none, nobody can tell.
        const place = 2 + (nat % (path.length - 2))
        const changed = path.map((each, at) =>
          at === place ? { ...each, key: `${each.key}, changed` } : each,
        )
        fc.pre(!path.some(({ key }) => key === changed[place]?.key))
        const said: Compared[] = [...changed, { role: 'user', key: 'and then, in words of its own' }]
        expect(newMessages(said, path)).toEqual({ kind: 'new', below: `m${place - 1}`, from: place })
      }),
    )
  })

  test('a hundred thousand equal messages are no work', () => {
    const equal = Array.from({ length: 100_000 }, (_, place) => ({
      role: 'user' as const,
      key: 'a',
      id: `m${place}`,
      doubtful: false,
    }))
    expect(
      newMessages([...equal, { role: 'assistant', key: 'b' }, { role: 'user', key: 'a' }], equal),
    ).toEqual({
      kind: 'new',
      below: 'm99999',
      from: 100_000,
    })
  })
})
