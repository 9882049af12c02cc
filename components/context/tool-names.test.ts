import { expect, test } from 'vitest'
import { sampleMessage } from '@/lib/schemas/testing/sample-views'
import { toolNames } from './tool-names'

const call = (id: string, name: string) => ({ id, name, arguments: '{}' })
const answer = (id: string, ...toolCalls: ReturnType<typeof call>[]) => sampleMessage({ id, toolCalls })
const result = (id: string, toolCallId: string) => sampleMessage({ id, role: 'tool', toolCallId })

test('a result is that of the call in the answer above it, whatever calls of other answers are named', () => {
  const names = toolNames([
    result('r0', 'c1'),
    answer('a1', call('c1', 'weather'), call('c2', 'time')),
    result('r1', 'c2'),
    result('r2', 'c1'),
    answer('a2', call('c1', 'search')),
    result('r3', 'c1'),
    answer('a3'),
    result('r4', 'c1'),
  ])
  expect([...names]).toEqual([
    ['r1', 'time'],
    ['r2', 'weather'],
    ['r3', 'search'],
  ])
})
