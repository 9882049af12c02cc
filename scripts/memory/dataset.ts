import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exchangeText } from '../../lib/recall/exchange-text.ts'
import { PlainError } from '../progress.mjs'

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

const SHAPE = `A folder to measure on holds:
  memory_bank_en.json           { "Ada": { "history": { "2026-11-03": [{ "query": "…", "response": "…" }] } } }
  probing_questions_en.jsonl    on a line for each person { "Ada": ["a question", "another"] }
  labels.json                   { "Ada": [[0, 4], null] }: for each question the exchanges that answer it, counted
                                from 0 over all days of that person; null leaves a question out
  small-talk.json               ["Good morning!"]: what should recall nothing; may be left out`

/**
 * Conversations by person and day, questions and what answers them, in the files of `bench/memorybank`, whose README
 * says what they hold. Questions that a whole day answers, or nothing, are left out. Throws `PlainError`, which says what
 * the files should be, where they are not so.
 */
export async function readDataset(folder: string): Promise<Dataset> {
  try {
    const dataset = await readFiles(folder)
    if (dataset.questions.length === 0) throw new Error('labels.json says of no question what answers it.')
    return dataset
  } catch (error) {
    throw new PlainError(`${folder} cannot be measured on: ${reasonOf(error)}\n\n${SHAPE}`, { cause: error })
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error).split('\n', 4).join('\n')
  return error instanceof Error ? error.message : String(error)
}

async function readFiles(folder: string): Promise<Dataset> {
  const read = async (name: string) => readFile(join(folder, name), 'utf8')
  const people = bank.parse(JSON.parse(await read('memory_bank_en.json')))
  const answers = trimmed(labels.parse(JSON.parse(await read('labels.json'))))
  const asked = (await read('probing_questions_en.jsonl'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => Object.entries(trimmed(probing.parse(JSON.parse(line)))))
  const smallTalk = z.array(z.string()).parse(JSON.parse(await read('small-talk.json').catch(emptyIfAbsent)))
  return {
    exchanges: Object.entries(people).flatMap(([person, { history }]) =>
      Object.entries(history)
        .flatMap(([date, said]) => said.map((each) => ({ date, user: each.query, assistant: each.response })))
        .map((exchange, place) => ({ person: person.trim(), place, text: exchangeText(exchange) })),
    ),
    questions: asked.flatMap(([person, questions]) =>
      questions.flatMap((text, index) => {
        const relevant = answers[person]?.[index]
        return Array.isArray(relevant) && relevant.length > 0 ? [{ person, text, relevant }] : []
      }),
    ),
    smallTalk,
  }
}

function emptyIfAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw error
}

const trimmed = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name.trim(), value]))
