import { z } from 'zod'
import { compatibleModels, listNames } from './compatible.ts'
import { getJson } from './get-json.ts'
import { mayChat } from './openai-model-names.ts'
import type { FoundModel, Listing, Provider } from './provider.ts'
import { hostOf, under } from './server-address.ts'

const ownList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string().optional(),
      state: z.string().optional(),
      loaded_context_length: z.number().int().positive().optional(),
    }),
  ),
})

/** What LM Studio loads a model with unless it was told otherwise. */
const ASSUMED_WINDOW = 4_096

const UNKNOWN_CONTEXT_NOTE =
  'LM Studio does not say with which context it will load this model: 4,096 tokens are assumed. ' +
  'It is read once the model is loaded; MODEL_WINDOW sets it.'

/** LM Studio on this machine; `window` is what to believe of a model that is not loaded. */
export function lmStudioProvider(options: { url: string; window: number | null }): Provider {
  const { url } = options
  const baseUrl = under(url, '/v1')

  const assume = (name: string): FoundModel => ({
    name,
    window: options.window ?? ASSUMED_WINDOW,
    note: options.window === null ? UNKNOWN_CONTEXT_NOTE : null,
  })

  /** Its own interface, which tells the context of what is loaded. */
  async function ownListing(signal: AbortSignal): Promise<Listing> {
    const { data } = await getJson(ownList, { url: under(url, '/api/v0/models'), signal })
    const chatting = data.filter(({ id, type }) => (type ? type === 'llm' || type === 'vlm' : mayChat(id)))
    const loadedFirst = chatting.toSorted(
      (a, b) => Number(b.state === 'loaded') - Number(a.state === 'loaded'),
    )
    return {
      offered: loadedFirst.map(({ id, loaded_context_length: window }) =>
        window === undefined ? assume(id) : { name: id, window, note: null },
      ),
      names: new Set(data.map(({ id }) => id)),
    }
  }

  /** The interface that older versions have too; it tells names alone. */
  async function plainListing(signal: AbortSignal): Promise<Listing> {
    const names = await listNames({ baseUrl, signal })
    return { offered: names.filter(mayChat).map(assume), names: new Set(names) }
  }

  return {
    kind: 'lmstudio',
    label: `LM Studio at ${hostOf(url)}`,
    local: true,
    async list(signal) {
      const [own, plain] = await Promise.allSettled([ownListing(signal), plainListing(signal)])
      if (own.status === 'fulfilled') return own.value
      if (plain.status === 'fulfilled') return plain.value
      throw own.reason
    },
    assume,
    unheard: [],
    languageModel: compatibleModels({ baseUrl }),
    secrets: [],
    advice: {
      unauthorized: 'Check LMSTUDIO_URL, then start again; or choose another model.',
      unreachable: 'Start the server in LM Studio, then try again; or choose another model.',
    },
  }
}
