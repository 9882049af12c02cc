import { afterAll, expect, test } from 'vitest'
import { cosine } from '../in-memory-vectors.ts'
import { createMinilmEmbedder } from './minilm-embedder.ts'

const embedder = createMinilmEmbedder()
afterAll(() => embedder.close())

test('what means the same is near, and the event loop keeps turning meanwhile', async () => {
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 1)
  const [bees, honey, tax] = await embedder.embed([
    'I keep bees.',
    'My hives gave honey.',
    'File a tax return.',
  ])
  clearInterval(turning)
  if (!bees || !honey || !tax) throw new Error('A vector is missing.')
  expect([bees, honey, tax].map(({ length }) => length)).toEqual([384, 384, 384])
  expect(cosine(bees, honey)).toBeGreaterThan(cosine(bees, tax) + 0.1)
  expect(turns).toBeGreaterThan(1)
})

test('nothing needs no thread, and who has given up gets nothing', async () => {
  expect(await embedder.embed([])).toEqual([])
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(embedder.embed(['a'], { signal })).rejects.toThrow('given up')
})

test('a question does not wait for all that is being indexed', async () => {
  const ended: string[] = []
  const indexing = embedder.embed(['one', 'two', 'three', 'four', 'five']).then(() => ended.push('indexed'))
  await embedder.embed(['Do bees sleep?']).then(() => ended.push('asked'))
  await indexing
  expect(ended).toEqual(['asked', 'indexed'])
})
