import { AppError } from '../errors.ts'
import type { ModelEvent, ModelInfo } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { CompletionEvent } from '../schemas/completion.ts'
import { ANSWER_MAX } from './answer.ts'
import { tokensIn } from './tokens-in.ts'

type Counting = {
  counter: TokenCounter
  model: ModelInfo
  /** What was sent, in tokens. */
  input: number
  /** Aborted once nobody reads any more, or may. */
  left: AbortSignal
  /** What the call has cost, however it ended. */
  onSpent(tokens: number): void
}

/**
 * The events of an answer, with our own count at its end where the provider gave none. Throws `model_incomplete` for an
 * answer that does not end, and whatever `events` throws.
 */
export async function* countCompletion(
  events: AsyncIterable<ModelEvent>,
  { counter, model, input, left, onSpent }: Counting,
): AsyncGenerator<CompletionEvent, void, undefined> {
  const outputOf = async (text: string) => tokensIn(model.limits.encoding, await counter.count(text), text)
  let said = ''
  let isCounted = false
  try {
    for await (const event of events) {
      if (event.type !== 'end') {
        said += event.type === 'tool-call' ? event.name + event.arguments : event.text
        if (said.length > ANSWER_MAX)
          throw new AppError(
            'model_incomplete',
            `The answer was ended after ${ANSWER_MAX.toLocaleString('en')} characters.`,
          )
        yield event
        continue
      }
      const { usage } = event
      const counted = {
        ...usage,
        input: usage.input ?? input,
        output: usage.output ?? (await outputOf(said)),
      }
      isCounted = true
      onSpent(counted.input + counted.output)
      yield { ...event, usage: counted }
    }
  } finally {
    // Who leaves before the first word has sent it all the same.
    if (!isCounted && (said !== '' || left.aborted)) onSpent(input + (await outputOf(said)))
  }
}
