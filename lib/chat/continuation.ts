import type { Continuation, Encoding } from '../memory/index.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import { type MessageView, textOf } from '../schemas/message.ts'
import { type MeasuredText, measureText } from './measure-text.ts'
import { tokensIn } from './tokens-in.ts'

const REQUEST =
  'Your last answer was cut off. Write the rest of it: begin exactly where it stops, in the middle of a word if need ' +
  'be. Repeat nothing of it, and do not mention that it was cut off.'

/** What the model is sent so that it goes on with an answer, measured for the plan. */
export type MeasuredContinuation = Continuation & { text: string; request: MeasuredText }

/** Of an answer that is to be gone on with; tokens in this encoding. */
export async function measureContinuation(
  counter: TokenCounter,
  answer: MessageView,
  encoding: Encoding,
): Promise<MeasuredContinuation> {
  const text = textOf(answer)
  const [count, request] = await Promise.all([counter.count(text), measureText(counter, REQUEST, encoding)])
  const { id, seq } = answer
  return { text, answer: { id, seq, tokens: tokensIn(encoding, count, text) }, request }
}
