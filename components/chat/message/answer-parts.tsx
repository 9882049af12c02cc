import type { MessageView } from '@/lib/schemas/message'
import { Markdown } from '../markdown/markdown'
import { Reasoning } from './reasoning'

/** The parts of an answer in their order, as far as they came. */
export function AnswerParts({ message }: { message: MessageView }) {
  const { parts, status } = message
  return parts.map((part, index) => {
    const growing = status === 'streaming' && index === parts.length - 1
    return part.type === 'reasoning' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added.
      <Reasoning key={index} text={part.text} growing={growing} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added.
      <Markdown key={index} text={part.text} growing={growing} />
    )
  })
}
