import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationMemory } from './conversation-memory.ts'
import { summaryPrompt } from './summary-prompt.ts'
import { runs } from './testing/runs.ts'
import { deepFreeze } from './testing/stored-rows.ts'
import type { Message } from './types.ts'

const countTokens = (text: string) => text.length

const roles = fc.constantFrom('system', 'user', 'user', 'assistant', 'assistant', 'tool' as const)
const histories = fc
  .array(fc.tuple(roles, fc.nat(9)), { maxLength: 30 })
  .map((messages) =>
    messages.map(([role, length], place): Message => ({ role, content: 'x'.repeat(length), place })),
  )
const options = fc.record({
  maxExchanges: fc.option(fc.nat(8)),
  maxTokens: fc.option(fc.nat(120)),
})

/** A list for each user message with what follows it; what stands before the first one is the list before them. */
function exchangesOf(messages: readonly Message[]): Message[][] {
  const exchanges: Message[][] = [[]]
  for (const message of messages) {
    if (message.role === 'system') continue
    if (message.role === 'user') exchanges.push([])
    exchanges.at(-1)?.push(message)
  }
  return exchanges.filter((exchange) => exchange.length > 0)
}

const tokensOf = (messages: readonly Message[]) =>
  messages.reduce((sum, { content }) => sum + countTokens(content), 0)

test('a summary stands before what is kept without one, for exactly what is not kept', async () => {
  await fc.assert(
    fc.asyncProperty(histories, options, async (history, given) => {
      const prompts: string[] = []
      const asking = {
        countTokens,
        summarize: async (prompt: string) => `of ${prompts.push(prompt)}`,
      }
      const plain = await conversationMemory({ ...given, useSummary: false }, asking).process(history)
      expect(prompts).toEqual([])
      const summarised = { ...given, useSummary: true, summaryPromptTemplate: '{messages}' }
      const result = await conversationMemory(summarised, asking).process(history)
      if (plain.length === history.length) expect(result).toEqual(plain)
      else {
        expect(result[0]?.role).toBe('system')
        expect(result.slice(1)).toEqual(plain)
        const missing = exchangesOf(history)
          .flat()
          .slice(0, history.length - plain.length)
        expect(prompts).toEqual([summaryPrompt('{messages}', missing)])
      }
    }),
    runs(500),
  )
})

test('keeps every system message and the newest exchanges, whole, and as many as there is room for', async () => {
  await fc.assert(
    fc.asyncProperty(histories, options, async (history, given) => {
      const before = structuredClone(history)
      const memory = conversationMemory(deepFreeze(given), { countTokens })
      const result = await memory.process(deepFreeze(history))
      expect(history).toEqual(before)
      expect(await memory.process(history)).toEqual(result)
      if (result.length === history.length) {
        expect(result).toEqual(history)
        return
      }

      const system = history.filter(({ role }) => role === 'system')
      const all = exchangesOf(history)
      const kept = exchangesOf(result)
      const dropped = all.slice(0, all.length - kept.length)
      expect(result).toEqual([...system, ...all.slice(dropped.length).flat()])
      expect(['user', undefined]).toContain(result[system.length]?.role)

      const answered = all.at(-1)?.at(-1)?.role === 'assistant'
      const counted = Math.max(0, answered ? kept.length : kept.length - 1)
      const { maxExchanges, maxTokens } = given
      if (maxExchanges !== null) expect(counted).toBeLessThanOrEqual(maxExchanges)
      if (maxTokens !== null && kept.length > 1) expect(tokensOf(result)).toBeLessThanOrEqual(maxTokens)
      const windowFull = maxExchanges !== null && counted >= maxExchanges
      const budgetFull = maxTokens !== null && tokensOf([...result, ...(dropped.at(-1) ?? [])]) > maxTokens
      expect(windowFull || budgetFull).toBe(true)
    }),
    runs(500),
  )
})
