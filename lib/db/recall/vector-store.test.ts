import { describe, expect, test } from 'vitest'
import { documents } from '../testing/remembered.ts'
import { DIALECTS, useDatabase } from '../testing/use-database.ts'

describe.each(DIALECTS)('stored vectors on %s', (dialect) => {
  const db = useDatabase(dialect)
  const vector = (...numbers: number[]) => Float32Array.from(numbers)
  const chunk = (documentId: string, embedding: Float32Array, chunkIndex = 0) => ({
    documentId,
    chunkIndex,
    text: documentId,
    embedding,
  })

  test('those of another model, or of another length, are not compared', async () => {
    const scope = await documents(db.now, ['one', 'two', 'three'])
    const store = (model: string, dimensions = 2) => db.now.recallIndex.vectors(scope, { model, dimensions })
    await store('m').add([chunk('one', vector(1, 0))])
    await store('other').add([chunk('two', vector(1, 0))])
    await store('m', 3).add([chunk('three', vector(1, 0, 0))])
    const found = async (model: string, asked: Float32Array) =>
      (await store(model, asked.length).search(asked, { topK: 9 })).map(({ chunk }) => chunk.documentId)
    expect(await found('m', vector(1, 0))).toEqual(['one'])
    expect(await found('other', vector(1, 0))).toEqual(['two'])
    expect(await found('m', vector(1, 0, 0))).toEqual(['three'])
    expect(await store('m').search(vector(1, 0, 0), { topK: 9 })).toEqual([])
    expect([await store('m').count('one'), await store('other').count('one')]).toEqual([1, 0])
  })

  test('the score is the cosine, whatever the lengths', async () => {
    const scope = await documents(db.now, ['one', 'two', 'none'])
    const store = db.now.recallIndex.vectors(scope, { model: 'm', dimensions: 2 })
    await store.add([chunk('one', vector(3, 4)), chunk('two', vector(-30, -40)), chunk('none', vector(0, 0))])
    const found = await store.search(vector(0.2, 0), { topK: 9 })
    expect(found.map(({ chunk: { documentId }, score }) => [documentId, Number(score.toFixed(5))])).toEqual([
      ['one', 0.6],
      ['none', 0],
      ['two', -0.6],
    ])
  })

  test('the best of many are found, in order', async () => {
    const scope = await documents(db.now, ['one'])
    const store = db.now.recallIndex.vectors(scope, { model: 'm', dimensions: 2 })
    const many = Array.from({ length: 1_100 }, (_, place) => {
      const angle = ((place * 7) % 1_100) / 1_000
      return chunk('one', vector(Math.cos(angle), Math.sin(angle)), (place * 7) % 1_100)
    })
    await store.add(many)
    const found = await store.search(vector(1, 0), { topK: 20 })
    expect(found.map(({ chunk: { chunkIndex } }) => chunkIndex)).toEqual(
      Array.from({ length: 20 }, (_, place) => place),
    )
  })

  test('Clearing does not forget: what is hidden takes no place of what may be seen', async () => {
    const scope = await documents(db.now, ['hidden', 'seen'])
    const store = db.now.recallIndex.vectors(scope, { model: 'm', dimensions: 2 })
    await store.add(Array.from({ length: 30 }, (_, place) => chunk('hidden', vector(1, 0), place)))
    await store.add(Array.from({ length: 30 }, (_, place) => chunk('seen', vector(1, 1), place)))
    await db.now.database.write((tx) =>
      tx.message.update({ where: { id: 'hidden' }, data: { excluded: true } }),
    )
    const found = await store.search(vector(1, 0), { topK: 10 })
    expect(found.map((each) => each.chunk.documentId)).toEqual(Array.from({ length: 10 }, () => 'seen'))
  })

  test('of an exchange that is not there, or is of another owner, none is stored', async () => {
    const scope = await documents(db.now, ['one'])
    const model = { model: 'm', dimensions: 2 }
    const refused = { code: 'message_not_found' }
    const { vectors } = db.now.recallIndex
    await expect(vectors(scope, model).add([chunk('nowhere', vector(1, 0))])).rejects.toMatchObject(refused)
    const foreign = vectors({ ...scope, owner: 'other' }, model)
    await expect(foreign.add([chunk('one', vector(1, 0))])).rejects.toMatchObject(refused)
    expect(await vectors(scope, model).count('one')).toBe(0)
    expect(await foreign.count('one')).toBe(0)
  })

  test('what was said stays where its terms come later, and the other way round', async () => {
    const scope = await documents(db.now, ['one'])
    const store = db.now.recallIndex.vectors(scope, { model: 'm', dimensions: 2 })
    const terms = db.now.recallIndex.terms(scope)
    const text = { documentId: 'one', chunkIndex: 0, text: 'bees' }
    await terms.add([{ ...text, terms: 'bee' }])
    await store.add([{ ...text, embedding: vector(1, 0) }])
    expect(await terms.matching(['bee'], { limit: 9 })).toEqual([{ chunk: text, terms: 'bee', length: 1 }])
    await terms.add([{ ...text, terms: 'bee hive' }])
    expect(await store.search(vector(1, 0), { topK: 9 })).toMatchObject([{ chunk: text }])
    expect(await store.count('one')).toBe(1)
  })
})
