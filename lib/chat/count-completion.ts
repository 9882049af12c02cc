import { AppError } from '../errors.ts'
import type { ModelEvent, ModelInfo } from '../ports/chat-models.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { CompletionEvent } from '../schemas/completion.ts'
import { ANSWER_MAX } from './answer.ts'
import { tokensIn } from './tokens-in.ts'

/**
 * The events of an answer, with our own count at its end where the provider gave none. `input`: what was sent, in
 * tokens. Throws `model_incomplete` for an answer that does not end, and whatever `events` throws.
 */
export async function* countCompletion(
  events: AsyncIterable<ModelEvent>,
  { counter, model, input }: { counter: TokenCounter; model: ModelInfo; input: number },
): AsyncGenerator<CompletionEvent, void, undefined> {
  let said = ''
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
    const output = usage.output ?? tokensIn(model.limits.encoding, await counter.count(said), said)
    yield { ...event, usage: { ...usage, input: usage.input ?? input, output } }
  }
}
