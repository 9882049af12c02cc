import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlainError } from '../progress.mjs'
import { readDataset } from './dataset.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-dataset-'))
})
afterEach(() => rm(folder, { recursive: true }))

const SAID = [
  { query: 'I have a dog.', response: 'What is it called?' },
  { query: 'Rex.', response: 'Hello Rex.' },
]

async function write(files: Record<string, unknown> = {}) {
  const all = {
    'memory_bank_en.json': { Ada: { history: { '2026-11-03': SAID } } },
    'probing_questions_en.jsonl': { Ada: ['What is my dog called?', 'Who am I?', 'And my cat?'] },
    'labels.json': { Ada: [[1], null, []] },
    ...files,
  }
  for (const [name, content] of Object.entries(all))
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
}

test('a folder of that shape is read, with or without small talk', async () => {
  await write()
  const { exchanges, questions, smallTalk } = await readDataset(folder)
  expect(exchanges.map(({ place }) => place)).toEqual([0, 1])
  expect(questions).toEqual([{ person: 'Ada', text: 'What is my dog called?', relevant: [1] }])
  expect(smallTalk).toEqual([])
  await write({ 'small-talk.json': ['Good morning!'] })
  expect((await readDataset(folder)).smallTalk).toEqual(['Good morning!'])
})

test.each([
  ['is not there', { 'labels.json': { Ada: [null] } }, 'of no question'],
  ['is no JSON', { 'labels.json': '{' }, 'JSON'],
  ['has another shape', { 'memory_bank_en.json': { Ada: [] } }, 'history'],
  ['has other small talk', { 'small-talk.json': { a: 1 } }, 'expected array'],
])('where something %s, what is wrong is said, and what it should be', async (_, files, reason) => {
  await write(files)
  const told = await readDataset(folder).catch((error: unknown) => error)
  expect(told).toBeInstanceOf(PlainError)
  expect(String(told)).toContain(folder)
  expect(String(told)).toContain(reason)
  expect(String(told)).toContain('probing_questions_en.jsonl')
})

test('of an empty folder too', async () => {
  await expect(readDataset(folder)).rejects.toThrow(/memory_bank_en\.json[\s\S]*A folder to measure on holds/)
})
