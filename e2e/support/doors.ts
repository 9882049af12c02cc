import { isBroken, json } from './api.ts'
import { streamEvents } from './rest.ts'

/** What a program was told of its answer. */
export type Told = {
  /**
   * `whole`: that this is all; `cut`: that it is as long as it came; `failed`: an error; `broken`: nothing of these
   * before the connection ended.
   */
  how: 'whole' | 'cut' | 'failed' | 'broken'
  text: string
  /** Of the error. */
  code: string | null
  /** Of the response; null: there was none. */
  status: number | null
}

type Read = Pick<Told, 'how' | 'text' | 'code'>
type Call = { path: string; body: object; headers: Record<string, string> }

/** A way in for other programs. */
export type Door = {
  name: string
  /** The words are told as they come. */
  streams: boolean
  /** What is said is kept in a session. */
  keeps: boolean
  call(text: string, sessionId: string): Call
  /** `hear` is given what comes, as it comes. */
  read(response: Response, hear: (text: string) => void): Promise<Read>
}

const whole = (text: string): Read => ({ how: 'whole', text, code: null })
const failed = (text: string, code: string): Read => ({ how: 'failed', text, code })
const broken = (text: string): Read => ({ how: 'broken', text, code: null })
const asFarAs = (text: string, warnings: readonly string[]): Read => ({
  how: warnings.length > 0 ? 'cut' : 'whole',
  text,
  code: null,
})

async function readReply(response: Response): Promise<Read> {
  const { reply, warnings } = await response.json()
  return asFarAs(reply, warnings)
}

async function readRawText(response: Response, hear: (text: string) => void): Promise<Read> {
  let text = ''
  let code: string | null = null
  for await (const { event, data } of streamEvents(response)) {
    if (event === null) {
      text += data
      hear(data)
    }
    if (event === 'error') code = JSON.parse(data).error.code
    if (event === 'done') return code ? failed(text, code) : asFarAs(text, JSON.parse(data).warnings)
  }
  return broken(text)
}

async function readWhole(response: Response): Promise<Read> {
  const { choices } = await response.json()
  return whole(choices[0].message.content)
}

/** To the end of the connection: what follows an error would be a fault. */
async function readChunks(response: Response, hear: (text: string) => void): Promise<Read> {
  let text = ''
  let code: string | null = null
  for await (const { data } of streamEvents(response)) {
    if (data === '[DONE]') return whole(text)
    const { choices, error } = JSON.parse(data)
    if (error) code = error.code
    const words: string = choices?.[0]?.delta?.content ?? ''
    text += words
    hear(words)
  }
  return code ? failed(text, code) : broken(text)
}

const rest = (path: string) => (query: string, session_id: string) => ({
  path,
  body: { query, session_id },
  headers: {},
})

const completion = (stream: boolean, keeps: boolean) => (content: string, sessionId: string) => ({
  path: '/v1/chat/completions',
  body: { model: 'compatible/fake-large', stream, messages: [{ role: 'user', content }] },
  headers: keeps ? { 'x-session-id': sessionId } : ({} as Record<string, string>),
})

const openai = (stream: boolean, keeps: boolean): Door => ({
  name: `/v1${stream ? ', streaming' : ''}, ${keeps ? 'with' : 'without'} a session`,
  streams: stream,
  keeps,
  call: completion(stream, keeps),
  read: stream ? readChunks : readWhole,
})

export const DOORS: readonly Door[] = [
  { name: '/ask', streams: false, keeps: true, call: rest('/ask'), read: readReply },
  { name: '/ask_stream', streams: true, keeps: true, call: rest('/ask_stream'), read: readRawText },
  openai(false, true),
  openai(true, true),
  openai(false, false),
  openai(true, false),
]

/** Those through which a session is gone on with. */
export const KEEPING = DOORS.filter(({ keeps }) => keeps)

/** The two shapes of a failure. */
export const isOpenai = ({ name }: Door): boolean => name.startsWith('/v1')

type AskOptions = {
  sessionId: string
  headers?: Record<string, string>
  /** Called with every piece that comes. */
  onText?(): void
}

/** A request on its way. */
export type Asking = {
  told: Promise<Told>
  /** Resolves once what has come is this. */
  hears(text: string): Promise<void>
  /** The response's own, once it has come. */
  headers(): Headers | null
  hangUp(): void
}

export function askAt(
  door: Door,
  base: string,
  text: string,
  { sessionId, headers = {}, onText }: AskOptions,
): Asking {
  const call = door.call(text, sessionId)
  const hangUp = new AbortController()
  let heard = ''
  let response: Response | null = null
  const waiting = new Map<string, PromiseWithResolvers<void>>()

  async function tell(): Promise<Told> {
    try {
      response = await fetch(base + call.path, {
        method: 'POST',
        headers: { ...json, ...call.headers, ...headers },
        body: JSON.stringify(call.body),
        signal: hangUp.signal,
      })
      const { ok, status } = response
      if (!ok) return { ...failed('', (await response.json()).error.code), status }
      const hear = (words: string) => {
        heard += words
        waiting.get(heard)?.resolve()
        if (words !== '') onText?.()
      }
      return { ...(await door.read(response, hear)), status }
    } catch (error) {
      if (!isBroken(error) && !hangUp.signal.aborted) throw error
      return { ...broken(heard), status: response?.status ?? null }
    }
  }

  return {
    told: tell(),
    hears(text) {
      const wait = Promise.withResolvers<void>()
      waiting.set(text, wait)
      if (heard === text) wait.resolve()
      return wait.promise
    },
    headers: () => response?.headers ?? null,
    hangUp: () => hangUp.abort(),
  }
}
