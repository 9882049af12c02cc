import type { SummaryView } from '../summary.ts'

/** A usable version by a model; a test names what matters to it. */
export const sampleSummary = (change: Partial<SummaryView> = {}): SummaryView => ({
  id: `s${change.version ?? 1}`,
  version: 1,
  fromSeq: 0,
  toSeq: 7,
  messageCount: 8,
  text: 'They spoke of lighthouses.',
  tokens: 6,
  author: 'model',
  model: 'fake-large',
  basedOn: null,
  usable: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
})
