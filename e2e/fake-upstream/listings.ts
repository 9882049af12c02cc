/** What the fake says of its models. A part that is null answers 404, as a server of another kind would. */
export type Listings = {
  /** Ids of `/v1/models`. */
  models: string[]
  /** `/v1/models` answers with this status in place of the list, or never; null: it works. */
  listingStatus: number | 'never' | null
  ollama: { models: OllamaModel[] } | null
  lmStudio: { models: LmStudioModel[] } | null
}

export type OllamaModel = {
  name: string
  /** Loaded now, with this context. */
  loadedContext?: number
  /** Set in its model file. */
  numCtx?: number
  capabilities?: string[]
}

export type LmStudioModel = { id: string; type?: string; loadedContext?: number; maxContext?: number }

export const DEFAULT_LISTINGS: Listings = {
  models: ['fake-large', 'fake-small'],
  listingStatus: null,
  ollama: null,
  lmStudio: null,
}

export type Reply = { status: number; body: unknown } | 'never'

const NOT_FOUND: Reply = { status: 404, body: { error: { message: 'Not found' } } }

/** The answer to a request for a listing; undefined: the path is none. */
export function listingReply(listings: Listings, path: string, body: unknown): Reply | undefined {
  switch (path) {
    case '/v1/models':
      return openaiModels(listings)
    case '/api/tags':
      return listings.ollama ? ok({ models: listings.ollama.models.map(tag) }) : NOT_FOUND
    case '/api/ps':
      return listings.ollama
        ? ok({
            models: listings.ollama.models
              .filter((model) => model.loadedContext !== undefined)
              .map((model) => ({ ...tag(model), context_length: model.loadedContext })),
          })
        : NOT_FOUND
    case '/api/show':
      return ollamaShow(listings, body)
    case '/api/v0/models':
      return listings.lmStudio
        ? ok({ object: 'list', data: listings.lmStudio.models.map(lmStudioItem) })
        : NOT_FOUND
    default:
      return undefined
  }
}

const ok = (body: unknown): Reply => ({ status: 200, body })

function openaiModels({ models, listingStatus, lmStudio, ollama }: Listings): Reply {
  if (listingStatus === 'never') return 'never'
  if (listingStatus !== null) {
    return { status: listingStatus, body: { error: { message: 'The list is not for you.' } } }
  }
  const ids = ollama?.models.map(({ name }) => name) ?? lmStudio?.models.map(({ id }) => id) ?? models
  return ok({
    object: 'list',
    data: ids.map((id, index) => ({ id, object: 'model', created: 1_700_000_000 + index, owned_by: 'fake' })),
  })
}

const tag = ({ name }: OllamaModel) => ({ name, model: name, digest: `digest-of-${name}`, size: 1 })

function ollamaShow({ ollama }: Listings, body: unknown): Reply {
  const wanted = (body as { model?: unknown } | null)?.model
  const model = ollama?.models.find(({ name }) => name === wanted)
  if (!model) return NOT_FOUND
  return ok({
    parameters: model.numCtx === undefined ? 'stop "<end>"' : `stop "<end>"\nnum_ctx ${model.numCtx}`,
    capabilities: model.capabilities ?? ['completion'],
  })
}

const lmStudioItem = ({ id, type, loadedContext, maxContext }: LmStudioModel) => ({
  id,
  object: 'model',
  type: type ?? 'llm',
  state: loadedContext === undefined ? 'not-loaded' : 'loaded',
  max_context_length: maxContext ?? 131_072,
  ...(loadedContext === undefined ? {} : { loaded_context_length: loadedContext }),
})
