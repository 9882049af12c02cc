import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutPassage } from './cut-passage.ts'
import { type FoundPassage, fitPassages } from './fit-passages.ts'
import { quotedPassages, RECALL_WRAPPER } from './recalled-passages.ts'
import { runs } from './testing/runs.ts'
import { deepFreeze } from './testing/stored-rows.ts'

const said = (user: string, assistant: string | null = null): FoundPassage => ({
  date: '2026-01-02',
  title: 'Trip',
  user,
  assistant,
})

/** A token is a character: what is cut shows to the letter. */
const byLetter = async (text: string) => text.length

const WRAPPER = '{passages}'
const sizeOf = (...passages: FoundPassage[]) => quotedPassages(WRAPPER, passages).length + 2

const fitted = (passages: readonly FoundPassage[], maxTokens: number) =>
  fitPassages(passages, { wrapper: WRAPPER, maxTokens, count: byLetter })

const LONG = 'Ada lives in Turin and has a boat. '.repeat(20).trim()

describe('fitPassages', () => {
  test('keeps whole passages, the best first, as long as there is room', async () => {
    const [one, two, three] = [said('one'), said('two', 'too'), said('three')]
    const all = await fitted([one, two, three], sizeOf(one, two, three))
    expect(all.passages).toEqual([one, two, three].map((each) => ({ ...each, chars: null })))
    expect(all.tokens).toBe(sizeOf(one, two, three))
    expect(all.text).toBe(quotedPassages(WRAPPER, [one, two, three]))
    const less = await fitted([one, two, three], sizeOf(one, two, three) - 1)
    expect(less.text).toBe(quotedPassages(WRAPPER, [one, two]))
  })

  test('cuts the first that has no room at a word, and leaves out the rest, though it be short', async () => {
    const room = sizeOf(said('one'), said(LONG)) - 300
    const { passages, text, tokens } = await fitted([said('one'), said(LONG), said('x')], room)
    expect(passages.map(({ chars }) => chars === null)).toEqual([true, false])
    expect(text).toMatch(/\n> Ada lives .*\w …$/)
    expect(tokens).toBeLessThanOrEqual(room)
    expect(tokens).toBeGreaterThan(0.8 * room)
  })

  test('cuts the answer before the question, and quotes no answer of which nothing is left', async () => {
    const asked = `Where is Ada? ${LONG}`
    const [cut] = (await fitted([said(asked, LONG)], sizeOf(said(asked, LONG)) - 400)).passages
    expect(cut?.chars?.user).toBe(asked.length)
    expect(cut?.chars?.assistant).toBeLessThan(LONG.length)
    const { text } = await fitted([said(asked, LONG)], sizeOf(said(asked)) - 100)
    expect(text).not.toContain('Assistant:')
    expect(text.endsWith(' …')).toBe(true)
  })

  test('quotes no beginning that is too short to tell anything, and nothing where nothing has room', async () => {
    expect(await fitted([said(LONG)], 90)).toEqual({ passages: [], text: '', tokens: 0 })
    expect(await fitted([said(LONG)], 0)).toEqual({ passages: [], text: '', tokens: 0 })
    expect(await fitted([said('one'), said(LONG)], sizeOf(said('one')) + 80)).toMatchObject({
      passages: [said('one')],
    })
    expect(await fitted([], 1_000)).toEqual({ passages: [], text: '', tokens: 0 })
  })

  test('cuts through a text without spaces, and never through a pair', async () => {
    for (const room of [300, 301]) {
      const [cut] = (await fitted([said(`${'我'} ${'🚤'.repeat(400)}`)], room)).passages
      expect(cut?.chars?.user).toBeGreaterThan(150)
      expect(cut && cutPassage(cut, cut.chars).user?.isWellFormed()).toBe(true)
    }
  })

  test('counts little more than has room, however long a passage is', async () => {
    const lengths: number[] = []
    const count = async (text: string) => {
      lengths.push(text.length)
      return Math.ceil(text.length / 4)
    }
    const passages = [said('Where is Ada?', LONG.repeat(2_000))]
    const cut = await fitPassages(passages, { wrapper: WRAPPER, maxTokens: 500, count })
    expect(cut.tokens).toBeGreaterThan(450)
    expect(Math.max(...lengths)).toBeLessThan(10_000)
    expect(lengths.length).toBeLessThan(6)
  })

  test('never takes more than its room, and can be built again from what the map keeps', async () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 9 }), { maxLength: 90 })
    const passage = fc
      .tuple(words, fc.option(words), fc.option(fc.tuple(fc.nat(200), fc.nat(100))))
      .map(([user, assistant, part]) => ({
        ...said(user.join(' '), assistant?.join('\n') ?? null),
        foundBy: part && (assistant ?? user).join(' ').slice(part[0], part[0] + part[1]),
      }))
    await fc.assert(
      fc.asyncProperty(fc.array(passage, { maxLength: 5 }), fc.nat(3_000), async (found, maxTokens) => {
        const count = async (text: string) => Math.ceil(new TextEncoder().encode(text).length / 3)
        const fits = await fitPassages(deepFreeze(found), { wrapper: RECALL_WRAPPER, maxTokens, count })
        expect(fits.tokens).toBeLessThanOrEqual(maxTokens)
        expect(await fitPassages(found, { wrapper: RECALL_WRAPPER, maxTokens, count })).toEqual(fits)
        if (fits.passages.length === 0) return
        const kept = fits.passages.map(({ chars }) => chars)
        const again = kept.map((chars, place) => {
          const source = found[place] ?? said('')
          return { ...source, ...cutPassage(source, chars) }
        })
        expect(quotedPassages(RECALL_WRAPPER, again)).toBe(fits.text)
        expect(await count(`${fits.text}\n\n`)).toBe(fits.tokens)
        expect(kept.slice(0, -1).every((chars) => chars === null)).toBe(true)
      }),
      runs(500),
    )
  })
})
