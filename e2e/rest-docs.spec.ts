import { readFileSync } from 'node:fs'
import type { AskResponse } from '../lib/schemas/ask.ts'
import type { Behaviour } from './fake-upstream/behaviour.ts'
import { comparable, jsonIn, linesOf, runLines, streamIn } from './support/curl-page.ts'
import { expect, test } from './support/test.ts'

const PAGE = readFileSync(new URL('../docs/rest.md', import.meta.url), 'utf8')
const ADDRESS = 'http://127.0.0.1:3000'

const BLOCKS = linesOf(PAGE)

/** Every question that is answered by a model, in the order of the page: what goes on with an answer or repeats one asks none. */
function questions(): string[] {
  const keys = new Set<string>()
  return BLOCKS.flatMap(({ lines }) => lines.split(/(?=curl )/)).flatMap((line) => {
    const key = /idempotency-key: ([^']+)/.exec(line)?.[1]
    if (!/\/(ask|ask_stream|code_assist) /.test(line) || line.includes('last-event-id')) return []
    if (key !== undefined && keys.has(key)) return []
    if (key !== undefined) keys.add(key)
    return [/"query": "([^"]+)"/.exec(line)?.[1] ?? '']
  })
}

/** What the page says that a model says to a question. The rest of an answer is made here. */
function answers(): Map<string, Behaviour> {
  const told = new Map<string, Behaviour>()
  for (const { lines, says } of BLOCKS) {
    if (says === null) continue
    const query = lines
      .match(/"query": "([^"]+)"/g)
      ?.at(-1)
      ?.slice(10, -1)
    if (says.isStream) {
      const [, words, done] = streamIn(says.text) as [unknown, { words: string }, { data: AskResponse }]
      told.set(query ?? '', { text: words.words, ...usageOf(done.data) })
      continue
    }
    for (const printed of jsonIn(says.text) as Partial<AskResponse & History>[]) {
      if (printed.reply !== undefined) told.set(query ?? '', { text: printed.reply, ...usageOf(printed) })
      for (const [index, { role, content }] of (printed.messages ?? []).entries()) {
        const answer = printed.messages?.[index + 1]
        if (role === 'user' && answer && !told.has(content)) told.set(content, { text: answer.content })
      }
    }
  }
  return told
}

type History = { messages: { role: string; content: string }[] }

function usageOf({ usage }: Pick<Partial<AskResponse>, 'usage'>): Pick<Behaviour, 'usage'> {
  if (!usage) return {}
  const { input, cached_input, output, reasoning } = usage
  const count = (tokens: number | null) => tokens ?? 0
  return {
    usage: {
      input: count(input),
      cachedInput: count(cached_input),
      output: count(output),
      reasoning: count(reasoning),
    },
  }
}

test('the lines of docs/rest.md do what the page says', async ({ launch, upstream }) => {
  const app = await launch({ MODEL_WINDOW: '128000' })
  const said = answers()
  upstream.script(
    ...questions().map((query) => {
      const answer = said.get(query)
      if (!answer) throw new Error(`The page does not say what is answered to "${query}".`)
      return answer
    }),
  )
  const printed = await runLines(BLOCKS.map(({ lines }) => lines.replaceAll(ADDRESS, app.url)))
  expect(printed).toHaveLength(BLOCKS.length)

  const read = (text: string, isStream: boolean) => (isStream ? streamIn(text) : jsonIn(text))
  const shown = BLOCKS.flatMap(({ says }, index) =>
    says ? [{ ...says, printed: printed[index] ?? '' }] : [],
  )
  expect(shown.length).toBeGreaterThan(8)
  const documented = comparable(shown.map(({ text, isStream }) => read(text, isStream)))
  const really = comparable(shown.map(({ printed, isStream }) => read(printed, isStream)))
  for (const [index, answer] of really.entries())
    expect.soft(answer, shown[index]?.text).toEqual(documented[index])
})
