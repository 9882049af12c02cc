import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { countTokens } from './index.ts'
import { CORPORA } from './testing/corpora.ts'

/** Characters at which the rules of the two encodings turn, thicker than chance would sow them. */
const TURNING_POINTS = [
  ...' \t\n\r\v\f\u0085\u00a0\u2003\u3000\ufeff',
  ...'\'sStTlLrReEvVmMdD\u017f"/.!-_<|>',
  ...'aZ019éßÄǅʰªн中あ한ก้١½Ⅳ\u0301\u200d\ufe0f',
  '😀',
  '𝔘',
  '\ud800',
  '\udc00',
]

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...TURNING_POINTS), maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(fc.constantFrom(...TURNING_POINTS, ' the', 'Hello', "don't", '123'), { maxLength: 30 })
    .map((parts) => parts.join('')),
)

test('counts in cl100k_base when no encoding is named', () => {
  const text = 'Donaudampfschifffahrt 你好'
  expect(countTokens(text)).toBe(countTokens(text, 'cl100k_base'))
  expect(countTokens(text)).not.toBe(countTokens(text, 'o200k_base'))
})

describe.each(['cl100k_base', 'o200k_base'] as const)('%s', (encoding) => {
  const tiktoken = get_encoding(encoding)
  const published = (text: string) => tiktoken.encode_ordinary(text).length
  const count = (text: string) => countTokens(text, encoding)

  test.each(Object.entries(CORPORA))('counts %s as tiktoken does', (_, text) => {
    expect(count(text)).toBe(published(text))
  })

  test('counts any text as tiktoken does', () => {
    fc.assert(
      fc.property(anyText, (text) => count(text) === published(text)),
      { numRuns: 1_500 },
    )
  })

  test('counts characters of every part of Unicode as tiktoken does', () => {
    const wrong: string[] = []
    for (const codePoint of sampledCodePoints()) {
      const c = String.fromCodePoint(codePoint)
      const text = `aB${c}cD ${c}${c}1${c}\n${c}`
      if (count(text) !== published(text)) wrong.push(codePoint.toString(16))
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['Chinese', '我们明天早上九点在火车站见面，请不要忘记带上你的护照。'],
    ['Japanese', '明日の朝九時に駅で会いましょう。パスポートを忘れないでください。'],
    ['Korean', '내일 아침 아홉 시에 역에서 만나요. 여권을 잊지 마세요.'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈🤷🏽‍♀️🇰🇷🧑🏿‍🚀🫱🏻‍🫲🏾'],
  ])('Counting: %s is counted as the model does, which a quarter of the length is far below', (_, text) => {
    expect(count(text)).toBe(published(text))
    expect(count(text)).toBeGreaterThan(1.5 * (text.length / 4))
  })

  test.each(['a', ' ', '\n', '中'])('Counting: 100 KB of %j are counted in one go, and exactly', (unit) => {
    const text = unit.repeat(100_000)
    // What is known of a part is known of the whole: such a run is made of tokens of one length.
    const part = unit.repeat(10_000)
    expect(Math.abs(count(text) - 10 * published(part))).toBeLessThan(20)
  })

  test('counts runs longer than any token as tiktoken does', () => {
    for (const unit of ['a', ' ', '\n', 'ab', '-', 'ä', '中', '😀', 'aB', '=\n', '1']) {
      const text = unit.repeat(1_500)
      expect([unit, count(text)]).toEqual([unit, published(text)])
    }
  })

  test('Counting: what looks like a special token, such as <|endoftext|>, is plain text and no error', () => {
    for (const text of ['<|endoftext|>', 'a <|im_start|>user<|im_sep|> b', '<|fim_prefix|><|endofprompt|>']) {
      expect(count(text)).toBe(published(text))
      expect(count(text)).toBeGreaterThan(1)
    }
  })

  test('counts a lone surrogate as U+FFFD', () => {
    expect(count('x\ud800y\udc00')).toBe(count('x\ufffdy\ufffd'))
  })

  test('counts no token in an empty text', () => {
    expect(count('')).toBe(0)
  })

  test('counts the same again when the pieces are known', () => {
    expect(count(CORPORA.english ?? '')).toBe(count(CORPORA.english ?? ''))
  })
})

function* sampledCodePoints(): Generator<number> {
  for (let codePoint = 0; codePoint < 0x300; codePoint++) yield codePoint
  for (let codePoint = 0x300; codePoint < 0xd800; codePoint += 29) yield codePoint
  for (const space of [0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]) yield space
  for (let codePoint = 0x2000; codePoint < 0x2010; codePoint++) yield codePoint
  for (let codePoint = 0xe000; codePoint < 0x110000; codePoint += 499) yield codePoint
}
