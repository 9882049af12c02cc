import type { PromptMessage } from '../../ports/chat-models.ts'
import { OPENINGS } from './boilerplate.ts'
import { askedIn, type Passage, passagesOf } from './passages.ts'
import { bestPassages, isQuestion } from './rank.ts'

const INTRODUCTION = `I am no AI: I answer by quoting what you told me earlier, so that you can see at work what a model is sent.

Tell me something, such as *“My sister Ada lives in Turin.”*, and later ask *“Where does Ada live?”*

For real answers connect a model, then start again:

- **OpenAI**: put \`OPENAI_API_KEY=…\` into the file \`.env\`.
- **Any compatible server**: set \`OPENAI_BASE_URL\` as well.
- **On this machine**: start [Ollama](https://ollama.com) or LM Studio; it is found by itself.`

const ALONE = 'Your question is all that I was sent.'
const NO_MATCH = 'I can only quote, and what came before shares no telling word with it.'
const NOTED = 'It is part of this conversation now: ask about it, and I quote it.'

/**
 * The whole reply, as Markdown: the same for the same messages, which are `tokens` in all. The newest one is the
 * question.
 */
export function replyTo(messages: readonly PromptMessage[], tokens: number): string {
  const footer = footerOf(messages.length, tokens)
  const { message: question, recalled } = askedIn(messages.at(-1)?.content ?? '')
  const earlier = messages.slice(0, -1)
  const found = bestPassages(question, [...passagesOf(earlier), ...recalled])
  if (found.length > 0) {
    return [OPENINGS.quotes, ...found.map(quote), footer].join('\n\n')
  }
  if (recalled.length === 0 && earlier.every(({ role }) => role === 'system')) {
    const opening = isQuestion(question) ? `${OPENINGS.nothing} ${ALONE}` : OPENINGS.hello
    return [`${opening} ${INTRODUCTION}`, footer].join('\n\n')
  }
  return [`${OPENINGS.nothing} ${isQuestion(question) ? NO_MATCH : NOTED}`, footer].join('\n\n')
}

const quote = ({ text, place }: Passage): string =>
  `${text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}\n\n— ${place}`

const footerOf = (messages: number, tokens: number): string =>
  `*Built-in model, no AI. I was sent ${number(messages)} ${messages === 1 ? 'message' : 'messages'}, ${number(tokens)} tokens.*`

const number = (value: number): string => value.toLocaleString('en-US')
