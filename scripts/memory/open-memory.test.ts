import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createIndexExchanges } from '../../lib/chat/index-exchanges.ts'
import { openDatabase } from '../../lib/db/client.ts'
import { createRepositories } from '../../lib/db/repositories.ts'
import {
  createTestDatabase,
  emptySqlite,
  ROOT,
  type TestDatabase,
} from '../../lib/db/testing/test-database.ts'
import { begun, endOf, sendTurn } from '../../lib/db/testing/turns.ts'
import { readEnv } from '../../lib/env.ts'
import { indexedTexts } from '../../lib/recall/indexed-texts.ts'
import { LOCAL_OWNER } from '../../lib/schemas/owner.ts'
import { PlainError } from '../progress.mjs'
import { readArguments } from './arguments.ts'
import { openMemory } from './open-memory.ts'
import { searchLines } from './search.ts'
import { statusLines } from './status.ts'

let place: TestDatabase
beforeEach(async () => {
  place = await createTestDatabase('sqlite', '')
})
afterEach(() => place.remove())

/** No embedding model answers there: what is found is found by its words. */
const AWAY = { OPENAI_BASE_URL: 'http://127.0.0.1:9', EMBEDDING_MODEL: 'embed-x' }

const open = (env: Record<string, string> = AWAY, url = place.url) =>
  openMemory(ROOT, readEnv({ DATABASE_URL: url, ...env }))

/** What the terminal is shown of a database that holds these questions, each in a conversation of its own. */
async function told(line: string[], env?: Record<string, string>) {
  const memory = await open(env)
  try {
    const asked = readArguments(line)
    return asked.kind === 'search' ? await searchLines(memory, asked.query) : await statusLines(memory)
  } finally {
    await memory.close()
  }
}

async function say(...texts: string[]): Promise<string[]> {
  const database = await openDatabase(place.url)
  const repositories = createRepositories(database, {
    tokens: { count: async () => ({ cl100k: 1, o200k: 1 }) },
  })
  const sessions: string[] = []
  for (const text of texts) {
    const turn = { ...sendTurn({ text, clientId: randomUUID() }), owner: LOCAL_OWNER }
    const { session } = begun(await repositories.turnStore.begin(turn))
    await repositories.turnStore.end({ ...endOf(turn), remember: true })
    sessions.push(session.id)
  }
  await database.close()
  return sessions
}

async function index() {
  const database = await openDatabase(place.url)
  const repositories = createRepositories(database, {
    tokens: { count: async () => ({ cl100k: 1, o200k: 1 }) },
  })
  await createIndexExchanges({
    ...repositories,
    textsOf: indexedTexts,
    clock: { now: () => new Date() },
  }).run({ owner: LOCAL_OWNER, payload: { missing: true } }, new AbortController().signal)
  await database.close()
}

test('what fits is shown with its scores, best first, and what a turn would be given is marked', async () => {
  const [, dog] = await say(
    'The tax office wants a form.',
    'My dog is called Rex\u001b[2J and\nlikes the sea.',
  )
  await index()
  const lines = await told(['search', 'What is my dog called?'])
  expect(lines[0]).toMatch(/^\* 2026-01-01 {2}/)
  expect(lines[1]).toMatch(/score \d\.\d\d · meaning not compared · words \d/)
  expect(lines.slice(2, 4)).toEqual(['  My dog is called Rex [2J and likes the sea.', `  --session ${dog}`])
  expect(lines.at(-2)).toBe(
    '*: near enough. A turn that asks this is given the best 1 of them, where they fit and differ.',
  )
  expect(lines.at(-1)).toMatch(/^Searched by words alone: /)
})

test('some days alone are searched', async () => {
  await say('My dog is called Rex.')
  await index()
  const search = ['search', 'dog called']
  expect(await told([...search, '--from', '2025-12-30', '--to', '2026-01-02'])).toContain(
    '  My dog is called Rex.',
  )
  expect(await told([...search, '--from', '2026-01-03'])).toContain('Nothing has anything to do with it.')
})

test('one conversation alone is searched, and one that is not there is told', async () => {
  const [first] = await say('My dog is called Rex.', 'A dog is called Bello.')
  await index()
  const lines = await told(['search', 'dog called', '--session', String(first)])
  expect(lines.filter((line) => line.startsWith('  --session'))).toEqual([`  --session ${first}`])
  await expect(told(['search', 'dog', '--session', 'nowhere'])).rejects.toThrow(
    'There is no such conversation.',
  )
})

test('the state counts what waits and what has no vector', async () => {
  await say('one', 'two')
  expect(await told(['status'])).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^exchanges +2, of 2 conversations$/),
      expect.stringMatching(/^waiting +2,/),
      expect.stringMatching(/^model +compatible\/embed-x$/),
    ]),
  )
  await expect(told(['search', 'one'])).rejects.toThrow('Nothing is indexed yet. Waiting: 2')
  await index()
  expect(await told(['status'])).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^waiting +0,/),
      expect.stringMatching(/^words only +2,/),
      expect.stringMatching(/^size +\d+ bytes$/),
    ]),
  )
})

test('what waits to be indexed anew is found as it was before', async () => {
  await say('My dog is called Rex.')
  await index()
  const database = await openDatabase(place.url)
  await database.write((tx) => tx.exchange.updateMany({ data: { indexedAt: null } }))
  await database.close()
  expect(await told(['search', 'What is my dog called?'])).toContain('  My dog is called Rex.')
})

test('where nothing was said or nothing is to be remembered, a search says so', async () => {
  await expect(told(['search', 'dog'])).rejects.toThrow(new PlainError('Nothing is remembered yet.'))
  await expect(told(['search', 'dog'], { RECALL: '0' })).rejects.toThrow('RECALL=0')
  expect((await told(['status'], { RECALL: '0' })).join('\n')).toContain('off (RECALL=0)')
})

test('a database that is not there is not made', async () => {
  const nowhere = await emptySqlite()
  await expect(open({}, nowhere.url)).rejects.toThrow(/^There is no database of this version at /)
  expect(existsSync(String(nowhere.file))).toBe(false)
  await nowhere.remove()
})
