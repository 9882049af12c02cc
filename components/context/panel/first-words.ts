import { type MessageView, textOf } from '@/lib/schemas/message'

/** The beginning of a message, on one line. */
export function firstWords(message: Pick<MessageView, 'parts'>): string {
  return textOf(message).slice(0, 120).toWellFormed().replace(/\s+/g, ' ').trim()
}
