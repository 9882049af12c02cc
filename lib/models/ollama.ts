import { APICallError } from 'ai'
import { z } from 'zod'
import { compatibleModels } from './compatible.ts'
import { getJson } from './get-json.ts'
import { mayChat } from './openai-model-names.ts'
import type { FoundModel, Provider } from './provider.ts'
import { hostOf, under } from './server-address.ts'

const tags = z.object({ models: z.array(z.object({ name: z.string(), digest: z.string().optional() })) })
const loaded = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().int().positive().optional() })),
})
const shown = z.object({
  parameters: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
})

type Shown = { numCtx: number | null; chats: boolean }

const NOTHING_SHOWN: Shown = { numCtx: null, chats: true }

/** Ollama's own default where nothing else was set. */
const ASSUMED_WINDOW = 4_096

const UNKNOWN_CONTEXT_NOTE =
  'Ollama cuts what does not fit without a word, and the context of this model could not be read: ' +
  '4,096 tokens are assumed. It is read once the model is loaded; MODEL_WINDOW sets it.'

/**
 * Ollama on this machine. Its context is what the model was loaded with, else what its model file sets; `window` is
 * what to believe where neither is known.
 */
export function ollamaProvider(options: { url: string; window: number | null }): Provider {
  const { url } = options
  /** A model file's answer by its digest, which changes with it. */
  const shownByDigest = new Map<string, Shown>()

  async function show(
    model: { name: string; digest?: string | undefined },
    signal: AbortSignal,
  ): Promise<Shown> {
    const key = model.digest ?? model.name
    const cached = shownByDigest.get(key)
    if (cached) return cached
    const { parameters = '', capabilities } = await getJson(shown, {
      url: under(url, '/api/show'),
      body: { model: model.name },
      signal,
    })
    const numCtx = Number(/^\s*num_ctx\s+(\d+)/m.exec(parameters)?.[1] ?? 0)
    const result = { numCtx: numCtx || null, chats: capabilities?.includes('completion') ?? true }
    shownByDigest.set(key, result)
    return result
  }

  const described = (name: string, window: number | null): FoundModel =>
    window === null ? assume(name) : { name, window, note: null }
  const assume = (name: string): FoundModel => ({
    name,
    window: options.window ?? ASSUMED_WINDOW,
    note: options.window === null ? UNKNOWN_CONTEXT_NOTE : null,
  })

  return {
    kind: 'ollama',
    label: `Ollama at ${hostOf(url)}`,
    local: true,
    async list(signal) {
      const [installed, running] = await Promise.all([
        getJson(tags, { url: under(url, '/api/tags'), signal }),
        getJson(loaded, { url: under(url, '/api/ps'), signal }),
      ])
      const contexts = new Map(
        running.models.map(({ name, context_length }) => [name, context_length ?? null]),
      )
      const chatting = installed.models.filter(({ name }) => mayChat(name))
      const models = await Promise.all(
        chatting.map(async (model) => {
          const { numCtx, chats } = await show(model, signal).catch((error: unknown) => {
            // Removed since it was listed, or a server too old to tell: the other models are worth listing.
            if (APICallError.isInstance(error)) return NOTHING_SHOWN
            throw error
          })
          return chats ? described(model.name, contexts.get(model.name) ?? numCtx) : null
        }),
      )
      const found = models.filter((model) => model !== null)
      return {
        offered: found.toSorted((a, b) => Number(contexts.has(b.name)) - Number(contexts.has(a.name))),
        names: new Set(installed.models.map(({ name }) => name)),
      }
    },
    assume,
    unheard: [],
    languageModel: compatibleModels({ baseUrl: under(url, '/v1') }),
    secrets: [],
    advice: {
      unauthorized: 'Check OLLAMA_URL, then start again; or choose another model.',
      unreachable: 'Start Ollama, then try again; or choose another model.',
    },
  }
}
