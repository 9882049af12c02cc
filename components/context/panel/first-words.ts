import { type MessageView, textOf } from '@/lib/schemas/message'
import { argumentsInShort, callsInShort } from '../tool-words'

type Said = Pick<MessageView, 'parts' | 'toolCalls'>

/** The beginning of a message, on one line: of its words, or of what it calls where it has none. */
export function firstWords(message: Said): string {
  const words = textOf(message).slice(0, 120).toWellFormed().replace(/\s+/g, ' ').trim()
  return words === '' ? callsInShort(message.toolCalls ?? []) : words
}

/** The same beside a name that tells the tool, where one alone is called. */
export function wordsBesideName(message: Said): string {
  const [call, ...more] = message.toolCalls ?? []
  const isNamed = call !== undefined && more.length === 0 && textOf(message).trim() === ''
  return isNamed ? argumentsInShort(call) : firstWords(message)
}
