import { expect, test } from 'vitest'
import type { Passage } from './passages.ts'
import { bestPassages } from './rank.ts'

const MINE = 'this conversation, your message'
const said = (...texts: string[]): Passage[] => texts.map((text) => ({ text, place: MINE }))
const texts = (question: string, passages: Passage[]) =>
  bestPassages(question, passages).map(({ text }) => text)

test('the passage with the rarer shared word stands first', () => {
  const passages = said('The car is red.', 'The car is at the harbour.', 'The car is old.')
  expect(texts('Is the car at the harbour?', passages)[0]).toBe('The car is at the harbour.')
})

test('no shared word, no passage', () => {
  expect(texts('What about swallows?', said('The car is red.'))).toEqual([])
  expect(texts('How are you?', said('How are you today?'))).toEqual([])
  expect(texts('Anything?', [])).toEqual([])
})

test('at most three, and only what comes near the best', () => {
  const many = said(...Array.from({ length: 9 }, (_, index) => `Boat ${index} is blue.`))
  expect(texts('Which boat is blue?', many)).toHaveLength(3)
  const mixed = said('Ada keeps two grey cats.', `Ada ${'talks about quite other matters '.repeat(8)}`)
  expect(texts('What grey cats does Ada keep?', mixed)).toEqual(['Ada keeps two grey cats.'])
})

test('neither the question itself nor an earlier question, where there is a statement', () => {
  const passages = said('Where does Ada live?', 'Ada lives in Turin.', 'So where does Ada live now?')
  expect(texts('where does  Ada live?', passages)).toEqual(['Ada lives in Turin.'])
})

test('the same passage once, and the newer of equals first', () => {
  expect(texts('Whose boat?', said('A boat of oak.', 'A boat of pine.', 'a boat of  oak.'))).toEqual([
    'a boat of  oak.',
    'A boat of pine.',
  ])
})

test('between equals, what the user said stands before an answer', () => {
  const passages: Passage[] = [
    { text: 'The boat is Ada’s.', place: MINE },
    { text: 'The boat is Bea’s.', place: 'this conversation, an earlier answer' },
  ]
  expect(bestPassages('Whose is the boat?', passages)[0]?.place).toBe(MINE)
})
