import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exchangeText } from '../../lib/recall/exchange-text.ts'

export type Exchange = { person: string; place: number; text: string }

/** `relevant`: the places, in that person's exchanges, of those that answer it. */
export type Question = { person: string; text: string; relevant: number[] }

export type Dataset = {
  exchanges: Exchange[]
  questions: Question[]
  /** What nothing should be recalled for; empty where there is none. */
  smallTalk: string[]
}

const bank = z.record(
  z.string(),
  z.object({ history: z.record(z.string(), z.array(z.object({ query: z.string(), response: z.string() }))) }),
)
const labels = z.record(
  z.string(),
  z.array(z.union([z.array(z.number().int()), z.object({ day: z.array(z.number()) }), z.null()])),
)
const probing = z.record(z.string(), z.array(z.string()))

/**
 * Conversations by person and day, questions and what answers them, in the files of `bench/memorybank`, whose README
 * says what they hold. Questions that a whole day answers, or nothing, are left out.
 */
export async function readDataset(folder: string): Promise<Dataset> {
  const read = async (name: string) => readFile(join(folder, name), 'utf8')
  const people = bank.parse(JSON.parse(await read('memory_bank_en.json')))
  const answers = trimmed(labels.parse(JSON.parse(await read('labels.json'))))
  const asked = (await read('probing_questions_en.jsonl'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => Object.entries(trimmed(probing.parse(JSON.parse(line)))))
  const smallTalk = z.array(z.string()).parse(JSON.parse(await read('small-talk.json').catch(() => '[]')))
  return {
    exchanges: Object.entries(people).flatMap(([person, { history }]) =>
      Object.entries(history)
        .flatMap(([date, said]) => said.map((each) => ({ date, user: each.query, assistant: each.response })))
        .map((exchange, place) => ({ person: person.trim(), place, text: exchangeText(exchange) })),
    ),
    questions: asked.flatMap(([person, questions]) =>
      questions.flatMap((text, index) => {
        const relevant = answers[person]?.[index]
        return Array.isArray(relevant) ? [{ person, text, relevant }] : []
      }),
    ),
    smallTalk,
  }
}

const trimmed = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name.trim(), value]))
