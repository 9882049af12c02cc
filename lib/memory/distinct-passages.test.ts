import { expect, test } from 'vitest'
import { distinctPassages } from './distinct-passages.ts'

const said = (user: string, assistant: string | null = null) => ({ user, assistant })
const kept = (...passages: ReturnType<typeof said>[]) =>
  distinctPassages(passages).map(({ user, assistant }) => [user, assistant].filter(Boolean).join('|'))

const TEN = 'one two three four five six seven eight nine ten'

test('Recall harms: the same memory is injected several times: but for case, signs and spaces it is one, the best', () => {
  expect(kept(said('Ada has 3 cats!'), said('ada  HAS 3 cats'), said('Ada has 4 cats.'))).toEqual([
    'Ada has 3 cats!',
    'Ada has 4 cats.',
  ])
  expect(kept(said('ﬁne Ａda'), said('fine Ada'))).toEqual(['ﬁne Ａda'])
})

test('Recall harms: the same memory is injected several times: nine words of ten in common are enough', () => {
  expect(kept(said(TEN), said(`${TEN} eleven`))).toEqual([TEN])
  const nine = TEN.replace('ten', 'eleven')
  expect(kept(said(TEN), said(nine))).toEqual([TEN, nine])
})

test('what both said counts together', () => {
  expect(kept(said('Where is Ada?', 'In Turin.'), said('Where is Ada?', 'In Ulm.'))).toHaveLength(2)
  expect(kept(said('Where is Ada?', 'In Turin.'), said('Where is Ada? In Turin.'))).toHaveLength(1)
})

test('texts without a word are the same only where their signs are', () => {
  expect(kept(said('👍'), said('👎'), said(' 👍\n'))).toEqual(['👍', '👎'])
})

test('leaves what it is given as it is, in its order', () => {
  const passages = [said('b'), said('a'), said('B')]
  const distinct = distinctPassages(Object.freeze(passages))
  expect(distinct).toEqual([said('b'), said('a')])
  expect(distinct[0]).toBe(passages[0])
})
