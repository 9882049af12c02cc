import { z } from 'zod'
import { fetchCoalesced } from './fetch-coalesced.ts'
import { getJson } from './get-json.ts'
import { oncePerName } from './once-per-name.ts'
import { openaiChatNames } from './openai-model-names.ts'
import type { FoundModel, Provider } from './provider.ts'
import { bare, under } from './server-address.ts'

const modelsList = z.object({
  data: z.array(z.object({ id: z.string(), created: z.number().optional() })),
})

/** Offered when OpenAI cannot be asked: present for every account at the time of writing. */
const UNHEARD = ['gpt-5-mini']

const described = (name: string): FoundModel => ({ name, window: null, note: null })

/**
 * OpenAI by its Responses API. `store: false`, so that nothing is kept there, and so that earlier answers are sent as
 * texts and not as references: what we send is what counts.
 */
export function openaiProvider({ apiKey, url }: { apiKey: string; url: string }): Provider {
  return {
    kind: 'openai',
    label: 'OpenAI',
    local: false,
    async list(signal) {
      const { data } = await getJson(modelsList, { url: under(url, '/models'), apiKey, signal })
      return { offered: openaiChatNames(data).map(described), names: new Set(data.map(({ id }) => id)) }
    },
    assume: described,
    unheard: UNHEARD,
    languageModel: oncePerName(async (name) => {
      // Imported late: as it loads, the package reads OPENAI_BASE_URL and throws where that is set to nothing.
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey, baseURL: bare(url), fetch: fetchCoalesced }).responses(name)
    }),
    providerOptions: { openai: { store: false } },
    // The Responses API knows no texts to stop at.
    ignoresStop: true,
    secrets: [apiKey],
    advice: {
      unauthorized: 'Check OPENAI_API_KEY, then start again; or choose another model.',
      unreachable: 'Check the connection to the internet, then try again; or choose another model.',
    },
  }
}
