import { createMinilmEmbedder, MINILM_GATE } from '../../lib/recall/minilm/minilm-embedder.ts'
import { readDataset } from './dataset.ts'
import { evaluate } from './evaluate.ts'
import { embedAll, memoriesOf } from './in-memory.ts'
import { CUTS, type Quality } from './metrics.ts'

/** Measures the rankings on the conversations of a folder. Throws `PlainError` where it does not hold them. */
export async function printEvaluation(folder: string): Promise<void> {
  const dataset = await readDataset(folder)
  const { exchanges, questions, smallTalk } = dataset
  console.log(
    `${exchanges.length} exchanges, ${questions.length} questions, ${smallTalk.length} of small talk.`,
  )
  const embedder = createMinilmEmbedder()
  const began = performance.now()
  const texts = [...exchanges.map(({ text }) => text), ...questions.map(({ text }) => text), ...smallTalk]
  const vectors = await embedAll(embedder, texts, (done, all) => {
    if (process.stdout.isTTY) process.stdout.write(`\rEmbedded ${done} of ${all}`)
    if (done === all) console.log(`\rEmbedded ${all} texts in ${seconds(performance.now() - began)} s.`)
  })
  await embedder.close()
  const memories = await memoriesOf(exchanges, vectors)
  const { quality, gated } = await evaluate({ dataset, vectors, memoryOf: memories, gate: MINILM_GATE })
  for (const which of ['people', 'pooled'] as const) {
    console.log(which === 'people' ? '\nOf the memory of each person:\n' : '\nOf all together:\n')
    console.log(['| ranking |', ...CUTS.map((cut) => ` recall@${cut} |`), ' MRR | nDCG@10 |'].join(''))
    console.log(['|---|', ...CUTS.map(() => '---|'), '---|---|'].join(''))
    for (const each of quality) console.log(rowOf(each.ranking, each[which]))
    const { recall5, smallTalk: recalled } = gated[which]
    console.log(`\nBehind the gate: recall@5 ${percent(recall5)}, small talk recalls ${percent(recalled)} %.`)
  }
}

const rowOf = (ranking: string, { recall, mrr, ndcg10 }: Quality) =>
  `| ${[ranking, ...CUTS.map((cut) => percent(recall[cut] ?? 0)), mrr.toFixed(3), ndcg10.toFixed(3)].join(' | ')} |`
const percent = (share: number) => (100 * share).toFixed(1)
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
