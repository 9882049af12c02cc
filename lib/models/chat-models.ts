import { AppError } from '../errors.ts'
import type { PublishedEncoding } from '../memory/types.ts'
import type { ChatModel, ChatModels, KnownOfModels, ModelInfo } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import { type BuiltinDeps, builtinModel } from './builtin.ts'
import { compatibleProvider } from './compatible.ts'
import { type Known, type KnownModels, knownModels } from './known-models.ts'
import { listingNote } from './listing-note.ts'
import { lmStudioProvider } from './lmstudio.ts'
import { modelError } from './model-error.ts'
import { ollamaProvider } from './ollama.ts'
import { openaiProvider } from './openai.ts'
import { pause as realPause } from './pause.ts'
import type { FoundModel, Provider } from './provider.ts'
import { hostOf } from './server-address.ts'
import { serverChatModel } from './server-chat-model.ts'
import type { SilenceLimits } from './silence-watch.ts'

export type ChatModelsConfig = {
  openaiApiKey?: string | undefined
  /** Any compatible server: the key, where there is one, goes to it, and nothing goes to OpenAI. */
  openaiBaseUrl?: string | undefined
  /** OpenAI's own address. */
  openaiUrl?: string | undefined
  ollamaUrl: string
  lmStudioUrl: string
  discoverLocal: boolean
  /** An id, or the name of a model. */
  defaultModel?: string | undefined
  /** The window in tokens of every model but the built-in one, whatever its server says. */
  window?: number | undefined
  /** Kept free for the answer of every model but the built-in one, in tokens. */
  answerReserve?: number | undefined
  /** What every model but the built-in one is counted in; where none is said, their names tell it. */
  encoding?: PublishedEncoding | undefined
  timeouts: SilenceLimits & { discoveryMs: number }
}

type ChatModelsDeps = Pick<BuiltinDeps, 'limitsOf' | 'tokens' | 'pause'> & { clock: Clock }

type Asked = { provider: Provider; known: Known }

/** How many models an error names: some servers list thousands. */
const NAMED_MAX = 50

const OPENAI_URL = 'https://api.openai.com/v1'

/** All models of this installation. Nothing is asked before the first `list` or `resolve`. */
export function createChatModels(config: ChatModelsConfig, deps: ChatModelsDeps): ChatModels {
  const { clock, limitsOf, pause = realPause } = deps
  const builtin = builtinModel({ limitsOf, pause, tokens: deps.tokens })
  const servers = providersOf(config).map((provider) =>
    knownModels(provider, { clock, timeoutMs: config.timeouts.discoveryMs }),
  )

  const infoOf = ({ kind }: Provider, { name, window, note }: FoundModel): ModelInfo => ({
    id: `${kind}/${name}`,
    name,
    provider: kind,
    limits: limitsOf(name, {
      window: config.window ?? window ?? undefined,
      answerReserve: config.answerReserve,
      encoding: config.encoding,
    }),
    note,
  })

  const list = async (): Promise<ModelInfo[]> =>
    listed(await Promise.all(servers.map(async ({ provider, ask }) => ({ provider, known: await ask() }))))

  function known(): KnownOfModels | null {
    for (const { ask } of servers) void ask()
    const asked: Asked[] = []
    for (const { provider, latest } of servers) {
      const found = latest()
      if (found === null) return null
      asked.push({ provider, known: found })
    }
    return {
      provider: listed(asked)[0]?.provider ?? 'builtin',
      failures: asked.flatMap(({ provider, known: { failure } }) =>
        failure && !provider.local ? [modelError(failure.error, provider, clock.now()).code] : [],
      ),
    }
  }

  function listed(asked: Asked[]): ModelInfo[] {
    const found = asked.flatMap(({ provider, known }) =>
      offered(provider, known).map((model) => infoOf(provider, model)),
    )
    const models = [...found, found.length > 0 ? builtin.info : lastResort(asked)]
    const chosen = models.find(({ id, name }) => id === config.defaultModel || name === config.defaultModel)
    return chosen ? [chosen, ...models.filter((model) => model !== chosen)] : models
  }

  /** The built-in model where a server was configured in vain: it says why it answers. */
  function lastResort(asked: Asked[]): ModelInfo {
    const notes = asked.flatMap(({ provider, known: { failure } }) =>
      failure && !provider.local ? [listingNote(failure.error, provider)] : [],
    )
    return { ...builtin.info, note: [...notes, builtin.info.note].join(' ') }
  }

  /** Also while a server does not answer, so that what a session chose does not vanish. */
  function offered(provider: Provider, { listing, failure }: Known): FoundModel[] {
    if (!failure) return listing?.offered ?? []
    if (provider.local) return []
    const note = listingNote(failure.error, provider)
    const names = new Set([...defaultNames(provider), ...provider.unheard])
    const models = listing?.offered ?? [...names].map(provider.assume)
    return models.map((model) => ({ ...model, note }))
  }

  /** The name that DEFAULT_MODEL means at a provider, where it can mean one there. */
  function defaultNames({ kind }: Provider): string[] {
    const wanted = config.defaultModel
    if (!wanted || wanted === builtin.info.id) return []
    const parsed = parseId(wanted)
    if (parsed?.kind === kind) return [parsed.name]
    return servers.some(({ provider }) => provider.kind === parsed?.kind) ? [] : [wanted]
  }

  function parseId(id: string): { kind: string; name: string } | null {
    const slash = id.indexOf('/')
    return slash < 1 || slash === id.length - 1
      ? null
      : { kind: id.slice(0, slash), name: id.slice(slash + 1) }
  }

  async function resolve(id: string | null): Promise<ChatModel> {
    const wanted = id ?? (await list())[0]?.id ?? builtin.info.id
    if (wanted === builtin.info.id) return builtin
    const parsed = parseId(wanted)
    const server = servers.find(({ provider }) => provider.kind === parsed?.kind)
    const model = parsed && server ? await find(server, parsed.name) : null
    if (!server || !model) throw await unknown(wanted)
    return serverChatModel(server.provider, infoOf(server.provider, model), {
      clock,
      pause,
      limits: config.timeouts,
    })
  }

  async function find({ provider, ask, remembered }: KnownModels, name: string): Promise<FoundModel | null> {
    // A turn does not wait for a list from far away that it does not need.
    if (!provider.local) {
      const model = remembered(name)
      if (model) return model
    }
    const { listing, failure } = await ask()
    const described = remembered(name)
    if (described) return described
    return failure || listing?.names.has(name) ? provider.assume(name) : null
  }

  async function unknown(id: string): Promise<AppError> {
    const known = (await list()).slice(0, NAMED_MAX).map((model) => model.id)
    return new AppError(
      'unknown_model',
      `There is no model "${id.slice(0, 200)}" here. Known: ${known.join(', ')}.`,
      {
        details: { known },
      },
    )
  }

  return { list, known, resolve }
}

/** In the order in which they are offered as default. */
function providersOf(config: ChatModelsConfig): Provider[] {
  const { openaiApiKey: apiKey, openaiBaseUrl: baseUrl, openaiUrl: url = OPENAI_URL, ollamaUrl } = config
  const window = config.window ?? null
  // Ollama by its compatible address is still Ollama: only its own interface tells where it cuts.
  const isOllama = config.discoverLocal && baseUrl !== undefined && hostOf(baseUrl) === hostOf(ollamaUrl)
  return [
    ...(apiKey && !baseUrl ? [openaiProvider({ apiKey, url })] : []),
    ...(baseUrl && !isOllama ? [compatibleProvider({ baseUrl, apiKey })] : []),
    ...(config.discoverLocal
      ? [ollamaProvider({ url: ollamaUrl, window }), lmStudioProvider({ url: config.lmStudioUrl, window })]
      : []),
  ]
}
