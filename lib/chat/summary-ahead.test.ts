import { expect, test } from 'vitest'
import { summaryAhead } from './summary-ahead.ts'

const told = (text: string) => ({ text, messageCount: 4 })
const before = (id: string) => ({
  previous: { summary: { id, version: 1, toSeq: 3 } } as NonNullable<
    Parameters<ReturnType<typeof summaryAhead>['expect']>[0]['previous']
  >,
})

function store(texts: Record<string, string>) {
  const asked: string[] = []
  const summaries = {
    async texts(_: string, [id = '']: readonly string[]) {
      asked.push(id)
      if (texts[id] === undefined) throw new Error(`${id} cannot be read.`)
      return new Map([[id, told(texts[id])]])
    },
  }
  return { asked, ahead: summaryAhead(summaries, 'owner') }
}

test('the one that was sent before is read before it is asked for, and once', async () => {
  const { asked, ahead } = store({ a: 'Told.' })
  ahead.expect(before('a'))
  expect(asked).toEqual(['a'])
  expect(await ahead.read('a')).toEqual(told('Told.'))
  expect(asked).toEqual(['a'])
})

test('another one is read when it is asked for, whatever became of the one that was expected', async () => {
  const { asked, ahead } = store({ b: 'Told anew.' })
  ahead.expect(before('a'))
  expect(await ahead.read('b')).toEqual(told('Told anew.'))
  expect(asked).toEqual(['a', 'b'])
})

test('one that cannot be read fails where it is needed', async () => {
  const { ahead } = store({})
  ahead.expect(before('a'))
  await expect(ahead.read('a')).rejects.toThrow('a cannot be read.')
})

test('where none was sent before none is expected', async () => {
  const { asked, ahead } = store({ a: 'Told.' })
  ahead.expect({ previous: null })
  expect(asked).toEqual([])
  expect(await ahead.read('a')).toEqual(told('Told.'))
})
