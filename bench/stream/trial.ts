import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../measure.ts'
import { load, type ReadAnswer } from './load.ts'
import { forgetPeak, usageOf } from './process-usage.ts'
import type { Server } from './servers.ts'
import { answerOf, idealMs } from './tokens.ts'

/** What came out of so many streams at once. */
export type Trial = {
  /** Milliseconds to each answer's first token. */
  firstTokens: number[]
  /** Of the whole, over the time that the model took for it; the mean of all streams. */
  totalOverIdeal: number
  /** Microseconds of processor a token, from the first request until the last answer is stored; null: not told. */
  cpuPerToken: number | null
  /** The largest resident memory, in megabytes; null: not told. */
  peakMegabytes: number | null
}

export const TOKENS = 200
const APART_MS = 10
/** For what a server does behind an answer's end. */
const SETTLE_MS = 500

/** One load on one server. Throws where an answer is not what the model said. */
export async function runTrial({ target, process }: Server, streams: number): Promise<Trial> {
  forgetPeak(process.pid)
  const before = usageOf(process.pid)
  const answers = await load(target, { streams, tokens: TOKENS, apartMs: APART_MS })
  await delay(SETTLE_MS)
  const after = usageOf(process.pid)
  assertWhole(answers, TOKENS)
  return {
    firstTokens: answers.map(({ firstToken }) => firstToken),
    totalOverIdeal: answers.reduce((sum, { total }) => sum + total, 0) / streams / idealMs(TOKENS),
    cpuPerToken: before && after && (after.cpuMicros - before.cpuMicros) / (streams * TOKENS),
    peakMegabytes: after && after.peakBytes / 1e6,
  }
}

export function assertWhole(answers: readonly ReadAnswer[], tokens: number): void {
  const wrong = answers.find(({ text }) => text !== answerOf(tokens))
  if (wrong) throw new Error(`An answer is not what the model said: ${wrong.text.slice(0, 200)}`)
}

/** Several trials of the same as one. */
export function together(trials: readonly Trial[]): Trial {
  const middle = (values: (number | null)[]) => {
    const told = values.filter((value) => value !== null)
    return told.length === 0 ? null : median(told)
  }
  return {
    firstTokens: trials.flatMap(({ firstTokens }) => firstTokens),
    totalOverIdeal: median(trials.map(({ totalOverIdeal }) => totalOverIdeal)),
    cpuPerToken: middle(trials.map(({ cpuPerToken }) => cpuPerToken)),
    peakMegabytes: middle(trials.map(({ peakMegabytes }) => peakMegabytes)),
  }
}

/** The value below which this share of them lies, 0 to 1; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
