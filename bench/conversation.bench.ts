import { oneMark, type Prompt, sendAll, sharedHead, tokensOf } from './conversation/prompts.ts'
import { conversation } from './conversation/said.ts'
import { type Turn, talk } from './conversation/talk.ts'
import { median } from './measure.ts'
import type { Result } from './result.ts'
import { milliseconds, number } from './table.ts'

const TURNS = 300
const LIMIT = 8_000

/** A long conversation with summaries: what of each prompt a provider's cache knows, and what all of it costs. */
export default async function conversationBench(): Promise<Result[]> {
  const said = conversation(TURNS)
  const { turns, summaryPrompts, summaries } = await talk(said)
  const ours = turns.map(({ prompt }) => prompt)
  const [trimmed, all] = [oneMark(said, LIMIT), sendAll(said)]
  const written = summaries.reduce((sum, { tokens }) => sum + tokens, 0)
  const [sent, sentAll, asked] = [total(ours), total(all), total(summaryPrompts)]
  return [
    {
      ...headOf(`two marks and a summary, limit ${number(LIMIT)}`, ours),
      floor: { atLeast: 0.85 },
      aim: { atLeast: 0.9 },
    },
    headOf('one mark: trimmed to the limit at every turn', trimmed),
    headOf('none: everything is sent', all),
    {
      ...TO_BE_READ,
      work: 'tokens sent in all, with those for the summaries ÷ everything sent',
      medians: [
        `answers ${number(sent)}`,
        `summaries ${number(asked)} in ${summaryPrompts.length} calls, ${number(written)} written`,
        `everything ${number(sentAll)}`,
        `one mark ${number(total(trimmed))}`,
      ],
      ratio: (sent + asked) / sentAll,
    },
    {
      ...TO_BE_READ,
      work: 'the same without what the head of the prompt before holds: what a provider has not in its cache',
      medians: [
        `ours ${number(fresh(ours) + asked)}`,
        `everything ${number(fresh(all))}`,
        `one mark ${number(fresh(trimmed))}`,
      ],
      ratio: (fresh(ours) + asked) / fresh(all),
    },
    ...waits(turns),
    {
      ...TO_BE_READ,
      work: `turns that sent more than ${number(LIMIT)} tokens, or what a summary owes, because it was late`,
      medians: [
        `over ${turns.filter(({ map }) => map.overBudget).length}`,
        `owed ${turns.filter(({ map }) => map.owed !== null).length}`,
      ],
      ratio: turns.filter(({ map }) => map.overBudget || map.owed !== null).length,
    },
  ]
}

const TO_BE_READ = { row: '1c', floor: null, aim: null }

function headOf(work: string, prompts: readonly Prompt[]): Result {
  const shares = sharesOf(prompts)
  const sorted = shares.toSorted((a, b) => a - b)
  const percent = (share: number) => `${number(100 * share)} %`
  return {
    ...TO_BE_READ,
    work: `${prompts.length} turns, share of a prompt that is the head of the one before, median; ${work}`,
    medians: [
      `tenth ${percent(sorted[Math.floor(sorted.length / 10)] ?? Number.NaN)}`,
      `under a half ${shares.filter((share) => share < 0.5).length} times`,
    ],
    ratio: median(shares),
  }
}

const sharesOf = (prompts: readonly Prompt[]): number[] =>
  prompts.slice(1).map((prompt, turn) => sharedHead(prompt, prompts[turn] ?? []))

const total = (prompts: readonly Prompt[]): number =>
  prompts.reduce((sum, prompt) => sum + tokensOf(prompt), 0)

/** Tokens by the share of bytes: what is left of each prompt behind the head that it shares. */
function fresh(prompts: readonly Prompt[]): number {
  const shares = [0, ...sharesOf(prompts)]
  return prompts.reduce((sum, prompt, turn) => sum + (1 - (shares[turn] ?? 0)) * tokensOf(prompt), 0)
}

function waits(turns: readonly Turn[]): Result[] {
  // The first one also opens connections, and loads what is needed.
  const counted = turns.slice(1)
  const beside = counted.filter(({ besideSummary }) => besideSummary)
  const others = counted.filter(({ besideSummary }) => !besideSummary)
  const waited = turns.filter((turn) => turn.waited).length
  const firstToken = (of: readonly Turn[]) => median(of.map(({ firstTokenMs }) => firstTokenMs))
  return [
    {
      ...TO_BE_READ,
      work: 'turns that waited for a summary, each of which was held until the next turn had its first token',
      medians: [`${waited} of the ${beside.length} that began while one was written`],
      ratio: waited,
      floor: { atMost: 0 },
      aim: { atMost: 0 },
    },
    {
      ...TO_BE_READ,
      work: 'first token of a turn that began while a summary was written ÷ of the others',
      medians: [
        `${beside.length} turns ${milliseconds(firstToken(beside))}`,
        `${others.length} others ${milliseconds(firstToken(others))}`,
      ],
      ratio: firstToken(beside) / firstToken(others),
    },
  ]
}
