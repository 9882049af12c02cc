/** The parts of a request body that the fake looks at; both APIs, lenient with what is missing. */
export type ReadPrompt = {
  model: string
  stream: boolean
  includeUsage: boolean
  messageCount: number
  lastUserText: string
  /** What a tool gave, where that is the newest of all; null: it is not. */
  toolResult: string | null
  /** What stands above the conversation. */
  instructions: string
}

export function readPrompt(body: unknown): ReadPrompt {
  const fields = record(body)
  const listed = fields.messages ?? fields.input
  const messages = Array.isArray(listed) ? listed.map(record) : [{ role: 'user', content: listed }]
  const newest = messages.at(-1)
  const lastUser = messages.findLast((message) => message.role === 'user')
  return {
    model: typeof fields.model === 'string' ? fields.model : 'unknown',
    stream: fields.stream === true,
    includeUsage: record(fields.stream_options).include_usage === true,
    messageCount: messages.length,
    lastUserText: textOf(lastUser?.content),
    toolResult:
      newest?.role === 'tool'
        ? textOf(newest.content)
        : newest?.type === 'function_call_output'
          ? textOf(newest.output)
          : null,
    instructions: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ content }) => textOf(content))
      .join('\n'),
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => record(part).text ?? '').join('')
}
