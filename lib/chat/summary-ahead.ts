import type { PathBounds } from '../ports/messages.ts'
import type { Summaries } from '../ports/summaries.ts'

type SummaryText = { text: string; messageCount: number }

export type SummaryAhead = {
  /** What a decision is made from: the summary that was sent before is most often the one that is sent again. */
  expect(bounds: Pick<PathBounds, 'previous'>): void
  /** null: it was forgotten. */
  read(summaryId: string): Promise<SummaryText | null>
}

/** Reads a summary's text while the rest of a decision is read, so that no turn waits for one query more. */
export function summaryAhead(summaries: Pick<Summaries, 'texts'>, owner: string): SummaryAhead {
  let expected: { id: string; texts: ReturnType<Summaries['texts']> } | null = null
  return {
    expect({ previous }) {
      const id = previous?.summary?.id
      if (id === undefined) return
      expected = { id, texts: summaries.texts(owner, [id]) }
      // Where another one is sent, nobody waits for this one: then its failure is nobody's.
      expected.texts.catch(() => undefined)
    },
    async read(summaryId) {
      const texts = expected?.id === summaryId ? expected.texts : summaries.texts(owner, [summaryId])
      return (await texts).get(summaryId) ?? null
    },
  }
}
