import { TITLE_INSTRUCTIONS } from '../../lib/chat/title-prompt.ts'
import type { Behaviour } from './behaviour.ts'

/** Whether a prompt asks for a title, and for no answer: by the instructions that it holds. */
export const asksForTitle = (instructions: string): boolean => instructions.includes(TITLE_INSTRUCTIONS)

const NONSENSE: Record<string, string> = {
  empty: ' ',
  // Servers that take the opening tag for their own leave the other one.
  think: 'The user wants a title, so I think of one.</think>A thought',
  unclosed: '<thinking>The user wants a title',
  tags: '<title>Sailing at night</title>',
  lines: 'Sailing\nAt night',
  paragraph: `Certainly! ${'This conversation is about boats and how they sail at night. '.repeat(4)}`,
  quotes: '"" …',
  placeholder: 'New chat',
}

const MARKER = /\[\[title ([^\]]*)\]\]/

/**
 * What a model says when it is asked to name a conversation: the `[[title …]]` of what is quoted to it, as it stands
 * there. `[[title 500]]`, with any status, fails; `[[title hold Boats]]` waits to be released; `[[title thought
 * Boats]]` thinks first, between tags; the names of `NONSENSE` say that. Without a marker it says nothing, so that
 * conversations keep the title of their first message.
 */
export function titleBehaviour(prompt: string): Behaviour {
  const asked = MARKER.exec(prompt)?.[1] ?? 'empty'
  if (/^\d{3}$/.test(asked)) return { status: Number(asked) }
  const [, manner, title = ''] = /^(hold|thought) (.*)$/.exec(asked) ?? []
  if (manner === 'hold') return { text: title, holdAfter: 0 }
  if (manner === 'thought') return { text: `<think>Boats, then.</think>\n\n${title}` }
  return { text: NONSENSE[asked] ?? asked }
}
