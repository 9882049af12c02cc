import { jsonSchema, type ToolChoice, type ToolSet, tool } from 'ai'
import type { ModelOptions } from '../ports/chat-models.ts'

/** What a caller chose, as the SDK takes it. Tools have no `execute`: their calls are the caller's to answer. */
export function sdkOptions({ temperature, topP, maxTokens, stop, tools, toolChoice }: ModelOptions) {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
    ...(tools === undefined ? {} : { tools: toolSet(tools) }),
    ...(tools === undefined || toolChoice === undefined ? {} : { toolChoice: sdkChoice(toolChoice) }),
  }
}

const toolSet = (tools: NonNullable<ModelOptions['tools']>): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters, strict }) => [
      name,
      tool({
        ...(description === undefined ? {} : { description }),
        ...(strict === undefined ? {} : { strict }),
        inputSchema: jsonSchema(parameters),
      }),
    ]),
  )

const sdkChoice = (choice: NonNullable<ModelOptions['toolChoice']>): ToolChoice<ToolSet> =>
  typeof choice === 'string' ? choice : { type: 'tool', toolName: choice.name }
