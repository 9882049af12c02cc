import { expect, test } from 'vitest'
import type { ContextMapView } from '../../schemas/context-map.ts'
import { sampleMap, sampleMessage } from '../../schemas/testing/sample-views.ts'
import { misplaced } from './misplaced.ts'

type Change = { pinned?: boolean; excluded?: boolean; kind?: 'divider' }

/** `q0.` and `a1.` and so on, of which the last is the one that is answered. */
const pathOf = (length: number, change: Record<number, Change> = {}) =>
  Array.from({ length }, (_, seq) => {
    const text = `${seq % 2 === 0 ? 'q' : 'a'}${seq}. words`
    const role = seq % 2 === 0 ? ('user' as const) : ('assistant' as const)
    return sampleMessage({ id: `m${seq}`, seq, role, parts: [{ type: 'text', text }], ...change[seq] })
  })

const raw = (...seqs: number[]): ContextMapView['segments'] =>
  seqs.map((seq) => ({ kind: 'message', messageId: `m${seq}`, seq, role: 'user', tokens: 1 }))
const told = (toSeq: number): ContextMapView['segments'][number] => ({
  ...{ kind: 'summary', summaryId: 's', version: 1, fromSeq: 0, toSeq, hash: 'h', tokens: 1 },
})
const left = (seq: number, reason: ContextMapView['leftOut'][number]['reason']) => ({
  leftOut: [{ fromSeq: seq, toSeq: seq, reason }],
})

function faultsOf(
  map: Partial<ContextMapView>,
  path = pathOf(3),
  more: Partial<Parameters<typeof misplaced>[0]> = {},
): string[] {
  return misplaced({ map: sampleMap(map), path, omits: () => false, prompt: null, ...more })
}

test('nothing is wrong where each message is sent, told or left out, once', () => {
  expect(faultsOf({ segments: raw(0, 1, 2) })).toEqual([])
  expect(faultsOf({ segments: [told(1), ...raw(2)] })).toEqual([])
  expect(faultsOf({ segments: raw(0, 2), ...left(1, 'failed') })).toEqual([])
})

test('what was pinned since may be sent and told', () => {
  const path = pathOf(3, { 0: { pinned: true }, 1: { pinned: true } })
  expect(faultsOf({ segments: [told(1), ...raw(0, 1, 2)] }, path)).toEqual([])
})

test.each<[string, Partial<ContextMapView>, Record<number, Change>]>([
  ['is nowhere', { segments: raw(0, 2) }, {}],
  ['is at several places', { segments: [told(1), ...raw(0, 2)] }, {}],
  ['is called forgotten', { segments: raw(0, 2), ...left(1, 'forgotten') }, {}],
  ['is excluded and was sent', { segments: raw(0, 1, 2) }, { 1: { excluded: true } }],
  ['is pinned and was not sent', { segments: raw(0, 2), ...left(1, 'budget') }, { 1: { pinned: true } }],
  ['stands above the divider and was sent', { segments: raw(0, 2) }, { 1: { kind: 'divider' } }],
  ['stands below the divider and is called afresh', { segments: raw(0, 2), ...left(1, 'afresh') }, {}],
])('a message that %s is told', (fault, map, change) => {
  const faults = faultsOf(map, pathOf(3, change))
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(fault)
})

test('a message that a summary omits is not told by it', () => {
  const omits = ({ seq }: { seq: number }) => seq === 1
  expect(faultsOf({ segments: [told(1), ...raw(2)] }, pathOf(3), { omits })).toHaveLength(1)
})

test('what the model received is held to what the map says of it', () => {
  const segments = raw(0, 1, 2)
  const prompt = pathOf(3).map((_, seq) => ({ content: `${seq % 2 === 0 ? 'q' : 'a'}${seq}. words` }))
  expect(faultsOf({ segments }, pathOf(3), { prompt })).toEqual([])
  const twice = [...prompt, ...prompt.slice(0, 1)]
  for (const received of [prompt.slice(1), twice])
    expect(faultsOf({ segments }, pathOf(3), { prompt: received })).toEqual([
      expect.stringContaining('is not in what was received as often as is said'),
    ])
})
