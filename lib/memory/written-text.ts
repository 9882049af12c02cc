import type { ToolCall } from './types.ts'

type Said = { text: string; toolCalls?: readonly ToolCall[] }

/** All that a message says, as text: its words, and each call on a line. What is counted, and what a summary is told. */
export function writtenText({ text, toolCalls }: Said): string {
  if (toolCalls === undefined) return text
  const calls = toolCalls.map((call) => `${call.name}(${call.arguments})`)
  return text === '' ? calls.join('\n') : [text, ...calls].join('\n')
}
