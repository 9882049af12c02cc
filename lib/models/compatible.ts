import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai'
import { z } from 'zod'
import { fetchCoalesced } from './fetch-coalesced.ts'
import { getJson } from './get-json.ts'
import { oncePerName } from './once-per-name.ts'
import { mayChat } from './openai-model-names.ts'
import type { FoundModel, Provider } from './provider.ts'
import { bare, hostOf, under } from './server-address.ts'

const modelsList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The names that a server lists at `/models` under its base URL, in its own order. */
export async function listNames(options: {
  baseUrl: string
  apiKey?: string | undefined
  signal: AbortSignal
}): Promise<string[]> {
  const { baseUrl, apiKey, signal } = options
  const { data } = await getJson(modelsList, { url: under(baseUrl, '/models'), apiKey, signal })
  return data.map(({ id }) => id)
}

/** Models behind Chat Completions. Many of them write their reasoning into the text, between `<think>` tags. */
export function compatibleModels(options: {
  baseUrl: string
  apiKey?: string | undefined
}): (name: string) => LanguageModel {
  const server = createOpenAICompatible({
    name: 'compatible',
    baseURL: bare(options.baseUrl),
    apiKey: options.apiKey,
    includeUsage: true,
    fetch: fetchCoalesced,
  })
  // Half a millisecond each: the package makes the schemas of a model's events anew.
  return oncePerName((name) =>
    wrapLanguageModel({
      model: server.chatModel(name),
      middleware: extractReasoningMiddleware({ tagName: 'think' }),
    }),
  )
}

const described = (name: string): FoundModel => ({ name, window: null, note: null })

/** Any server that speaks OpenAI's Chat Completions, at `OPENAI_BASE_URL`. */
export function compatibleProvider(options: { baseUrl: string; apiKey?: string | undefined }): Provider {
  const { baseUrl, apiKey } = options
  return {
    kind: 'compatible',
    label: `The model server at ${hostOf(baseUrl)}`,
    local: false,
    async list(signal) {
      const names = await listNames({ baseUrl, apiKey, signal })
      return { offered: names.filter(mayChat).map(described), names: new Set(names) }
    },
    assume: described,
    unheard: [],
    languageModel: compatibleModels(options),
    secrets: apiKey ? [apiKey] : [],
    advice: {
      unauthorized: 'Check OPENAI_API_KEY and OPENAI_BASE_URL, then start again; or choose another model.',
      unreachable:
        'Check that it runs and that OPENAI_BASE_URL is right, then try again; or choose another model.',
    },
  }
}
