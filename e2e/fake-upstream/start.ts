import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Behaviour, behaviourOf, echo } from './behaviour.ts'
import { chatCompletionsWire, wholeCompletionWire } from './chat-completions.ts'
import { answerEmbeddings, type EmbeddingBehaviour } from './embeddings.ts'
import { DEFAULT_LISTINGS, type Listings, listingReply } from './listings.ts'
import { play } from './play.ts'
import { type ReadPrompt, readPrompt } from './prompt.ts'
import { createRequestLog, type LoggedRequest } from './request-log.ts'
import { responsesWire } from './responses.ts'
import { asksForSummary, summaryBehaviour } from './summaries.ts'
import { asksForTitle, titleBehaviour } from './titles.ts'
import type { Wire } from './wire.ts'

export type FakeUpstream = {
  /** Without a path: the base URL of its OpenAI-compatible API is this and `/v1`. */
  url: string
  /** Every request but those of the control paths and those for a title, a summary or vectors, oldest first. */
  requests: readonly LoggedRequest[]
  waitFor(matches: (request: LoggedRequest) => boolean): Promise<LoggedRequest>
  /** The requests to name a conversation. They come after an answer, whenever a job gets to it. */
  titles: Pick<ReturnType<typeof createRequestLog>, 'requests' | 'waitFor'>
  /** The same of requests for a summary. */
  summaries: Pick<ReturnType<typeof createRequestLog>, 'requests' | 'waitFor'>
  /** The same of requests for vectors. */
  embeddings: Pick<ReturnType<typeof createRequestLog>, 'requests' | 'waitFor'>
  /** The behaviours of the next requests for an answer, one each; then markers and the default again. */
  script(...behaviours: Behaviour[]): void
  /** The same for the next requests for a title. */
  scriptTitles(...behaviours: Behaviour[]): void
  /** The same for the next requests for a summary. What has no text of its own says what it would have said. */
  scriptSummaries(...behaviours: Behaviour[]): void
  /** The same for the next requests for vectors. */
  scriptEmbeddings(...behaviours: EmbeddingBehaviour[]): void
  /** Replaces parts of what it says of its models. */
  list(listings: Partial<Listings>): void
  /** Lets go on what is held now. */
  release(): void
  /** Forgets scripts and log, and ends what is still open. */
  reset(): void
  close(): Promise<void>
}

/**
 * A model server over real HTTP whose every move is told to it: by `script`, by `[[markers]]` in the newest user
 * message, or, for a process of its own, by POST `/__script`, `/__release`, `/__reset` and GET `/__log`.
 */
export async function startFakeUpstream(
  options: { port?: number; listings?: Partial<Listings> } = {},
): Promise<FakeUpstream> {
  const turns = createRequestLog()
  const titles = createRequestLog()
  const summaries = createRequestLog()
  const embeddings = createRequestLog()
  const initial: Listings = { ...DEFAULT_LISTINGS, ...options.listings }
  let listings = initial
  let queue: Behaviour[] = []
  let titleQueue: Behaviour[] = []
  let summaryQueue: Behaviour[] = []
  let embeddingQueue: EmbeddingBehaviour[] = []
  let release: () => void
  let released: Promise<void>
  const holdAgain = () => {
    released = new Promise((resolve) => {
      release = resolve
    })
  }
  holdAgain()
  /** Ends the answers that are being sent, each from our side. */
  const hangUps = new Set<() => void>()

  const control = {
    script(...behaviours: Behaviour[]) {
      queue.push(...behaviours)
    },
    scriptTitles(...behaviours: Behaviour[]) {
      titleQueue.push(...behaviours)
    },
    scriptSummaries(...behaviours: Behaviour[]) {
      summaryQueue.push(...behaviours)
    },
    scriptEmbeddings(...behaviours: EmbeddingBehaviour[]) {
      embeddingQueue.push(...behaviours)
    },
    list(patch: Partial<Listings>) {
      listings = { ...listings, ...patch }
    },
    release() {
      release()
      holdAgain()
    },
    reset() {
      queue = []
      titleQueue = []
      summaryQueue = []
      embeddingQueue = []
      listings = initial
      for (const hangUp of hangUps) hangUp()
      turns.clear()
      titles.clear()
      summaries.clear()
      embeddings.clear()
    },
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const path = new URL(request.url ?? '/', 'http://fake').pathname
    if (path.startsWith('/__')) return sendJson(response, ...controlled(path, body))

    const log = logOf(path, body)
    const entry = log.add({ method: request.method ?? '', path, headers: request.headers, body })
    let byUs = false
    const hangUp = () => {
      byUs = true
      response.destroy()
    }
    response.on('close', () => {
      hangUps.delete(hangUp)
      log.change(entry, { over: true, held: false, closedEarly: !byUs && !response.writableEnded })
    })
    const reply = listingReply(listings, path, body)
    if (reply === 'never') return
    if (reply) return sendJson(response, reply.status, reply.body)
    if (log === embeddings) return answerEmbeddings(response, body, embeddingQueue.shift() ?? {})
    const wire = wireOf(path, readPrompt(body), response)
    if (!wire) return sendJson(response, 404, { error: { message: `The fake upstream has no ${path}.` } })
    hangUps.add(hangUp)
    await answer({ entry, log }, wire, response, hangUp)
  })

  function logOf(path: string, body: unknown): ReturnType<typeof createRequestLog> {
    if (path === '/v1/embeddings') return embeddings
    const { instructions } = readPrompt(body)
    return asksForTitle(instructions) ? titles : asksForSummary(instructions) ? summaries : turns
  }

  function controlled(path: string, body: unknown): [number, unknown] {
    switch (path) {
      case '/__script': {
        const {
          behaviours = [],
          titleBehaviours = [],
          summaryBehaviours = [],
          embeddingBehaviours = [],
          ...patch
        } = (body ?? {}) as Script
        control.script(...behaviours)
        control.scriptTitles(...titleBehaviours)
        control.scriptSummaries(...summaryBehaviours)
        control.scriptEmbeddings(...embeddingBehaviours)
        control.list(patch)
        return [200, {}]
      }
      case '/__release':
        control.release()
        return [200, {}]
      case '/__reset':
        control.reset()
        return [200, {}]
      case '/__log':
        return [
          200,
          {
            requests: turns.requests,
            titles: titles.requests,
            summaries: summaries.requests,
            embeddings: embeddings.requests,
          },
        ]
      default:
        return [404, {}]
    }
  }

  async function answer(
    { entry, log }: { entry: LoggedRequest; log: ReturnType<typeof createRequestLog> },
    wire: Wire,
    response: ServerResponse,
    hangUp: () => void,
  ): Promise<void> {
    const behaviour = behaviourFor(log, readPrompt(entry.body))
    if (behaviour.status !== undefined) return refuse(response, behaviour.status, behaviour)
    await play(behaviour, {
      wire,
      response,
      hangUp,
      released: () => released,
      progress: {
        sent: (sent) => log.change(entry, { sent }),
        held: (held) => log.change(entry, { held }),
      },
    })
  }

  function behaviourFor(
    log: ReturnType<typeof createRequestLog>,
    { lastUserText: text, messageCount, toolResult }: ReadPrompt,
  ): Behaviour {
    if (log === summaries) return { ...summaryBehaviour(text), ...summaryQueue.shift() }
    const scripted = (log === titles ? titleQueue : queue).shift()
    if (scripted) return { text: echo(text, messageCount), ...scripted }
    if (log === titles) return titleBehaviour(text)
    // What was called has answered: the marker that had it called is still the newest message of the user.
    if (toolResult !== null) return { text: `The tool gave "${toolResult}".` }
    return behaviourOf(text, messageCount)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    requests: turns.requests,
    waitFor: turns.waitFor,
    titles: { requests: titles.requests, waitFor: titles.waitFor },
    summaries: { requests: summaries.requests, waitFor: summaries.waitFor },
    embeddings: { requests: embeddings.requests, waitFor: embeddings.waitFor },
    ...control,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Script = Partial<Listings> & {
  behaviours?: Behaviour[]
  titleBehaviours?: Behaviour[]
  summaryBehaviours?: Behaviour[]
  embeddingBehaviours?: EmbeddingBehaviour[]
}

function wireOf(path: string, prompt: ReadPrompt, response: ServerResponse): Wire | null {
  if (path === '/v1/responses') return responsesWire(response, prompt)
  if (path !== '/v1/chat/completions') return null
  return prompt.stream ? chatCompletionsWire(response, prompt) : wholeCompletionWire(response, prompt)
}

function refuse(response: ServerResponse, status: number, { retryAfter, message }: Behaviour): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  sendJson(response, status, {
    error: { message: message ?? `The fake upstream answers ${status}.`, type: 'fake_error', code: null },
  })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** null where the body is no JSON: what the fake was sent is for the test to judge. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
