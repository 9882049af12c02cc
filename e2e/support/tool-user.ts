import type { ToolCall } from '../../lib/schemas/tool-call.ts'
import { clientId, post } from './api.ts'

export const WEATHER = {
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}

type Answer = { id: string; content: string; calls: ToolCall[] }

/** A program that lets the model use a tool, in a session of its own. */
export function toolUser(base: string) {
  const sessionId = clientId()
  const complete = async (message: object): Promise<Answer> => {
    const tools = [{ type: 'function', function: WEATHER }]
    const body = { model: 'fake-large', messages: [message], tools }
    const response = await post(`${base}/v1/chat/completions`, body, { 'x-session-id': sessionId })
    if (!response.ok) throw new Error(`Refused with ${response.status}: ${await response.text()}`)
    const { id, choices } = await response.json()
    const { content, tool_calls = [] } = choices[0].message
    const calls = tool_calls.map((call: { id: string; function: object }) => ({
      id: call.id,
      ...call.function,
    }))
    return { id, content, calls }
  }
  return {
    /** Of the page that shows the session. */
    path: `/c/${sessionId}`,
    say: (content: string) => complete({ role: 'user', content }),
    /** Has the model call the tool with these arguments, whatever they are. */
    async call(json: string): Promise<string> {
      const { calls } = await complete({ role: 'user', content: `[[tool weather ${json}]]` })
      const [call] = calls
      if (!call) throw new Error('The model called nothing.')
      return call.id
    },
    give: (tool_call_id: string, content: string) => complete({ role: 'tool', content, tool_call_id }),
  }
}

/** The conversation of a program whose tool was called and gave its result; the path of its page. */
export async function toolUsed(base: string, json: string, result = 'Rain.'): Promise<string> {
  const { call, give, path } = toolUser(base)
  await give(await call(json), result)
  return path
}
