import {
  APICallError,
  type LanguageModelUsage,
  experimental_streamLanguageModelCall as streamLanguageModelCall,
} from 'ai'
import type { ChatModel, EndReason, ModelEvent, ModelInfo, ModelRequest } from '../ports/chat-models.ts'
import type { Clock } from '../ports/clock.ts'
import type { Usage } from '../schemas/message.ts'
import { onLifeSign } from './life-signs.ts'
import { incomplete, modelError, type Server, silent } from './model-error.ts'
import type { Pause } from './pause.ts'
import type { Provider } from './provider.ts'
import { retryAfterMs } from './retry-after.ts'
import { sdkOptions } from './sdk-options.ts'
import { sdkPrompt } from './sdk-prompt.ts'
import { type SilenceLimits, watchSilence } from './silence-watch.ts'
import { stopAt } from './stop-at.ts'

/** One more try, and only before anything was heard: whoever waits for an answer is better told than kept waiting. */
const RETRIES = 1
const RETRY_DELAY_MS = 500
const LONGEST_RETRY_DELAY_MS = 2_000

export type ServerModelDeps = { clock: Clock; pause: Pause; limits: SilenceLimits }

/** A model behind a server, by the AI SDK. */
export function serverChatModel(provider: Provider, info: ModelInfo, deps: ServerModelDeps): ChatModel {
  const { clock, pause } = deps

  return {
    info,
    async *stream(request) {
      const { signal } = request
      for (let tries = 0; ; tries++) {
        let heard = false
        try {
          signal.throwIfAborted()
          for await (const event of stopping(request)) {
            heard = true
            yield event
          }
          return
        } catch (error) {
          signal.throwIfAborted()
          const delay = heard || tries === RETRIES ? null : retryDelay(error, clock.now())
          if (delay === null) throw modelError(error, asked(request), clock.now())
          await pause(delay, signal)
        }
      }
    },
  }

  function asked({ keepsNothing = false }: ModelRequest): Server {
    return { ...provider, keepsNothing }
  }

  function stopping(request: ModelRequest): AsyncIterable<ModelEvent> {
    const { stop } = request.options ?? {}
    return stop && provider.ignoresStop ? stopAt(call(request), stop) : call(request)
  }

  async function* call(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { messages, options = {}, signal } = request
    /** The arguments of a call as they were written; the SDK gives what it read in them. */
    const written = new Map<string, string>()
    const ours = new AbortController()
    const watch = watchSilence(deps.limits, (ms) => ours.abort(silent(asked(request), ms)))
    const stop = () => ours.abort(signal.reason)
    onLifeSign(ours.signal, watch.lives)
    signal.addEventListener('abort', stop)
    try {
      const { stream } = await streamLanguageModelCall({
        model: await provider.languageModel(info.name),
        messages: sdkPrompt(messages),
        // They are those of the plan, or of a caller who is free to send what it likes.
        allowSystemInMessages: true,
        ...sdkOptions(options),
        abortSignal: ours.signal,
        providerOptions: provider.providerOptions,
      })
      for await (const part of stream) {
        // Made of the response's head, which comes before a word does.
        if (part.type === 'model-call-start') continue
        watch.heard()
        switch (part.type) {
          case 'text-delta':
            if (part.text !== '') yield { type: 'text', text: part.text }
            break
          case 'reasoning-delta':
            if (part.text !== '') yield { type: 'reasoning', text: part.text }
            break
          case 'tool-input-delta':
            written.set(part.id, (written.get(part.id) ?? '') + part.delta)
            break
          case 'tool-call':
            yield {
              type: 'tool-call',
              id: part.toolCallId,
              name: part.toolName,
              arguments: written.get(part.toolCallId) ?? JSON.stringify(part.input),
            }
            break
          case 'error':
            throw part.error
          case 'model-call-end':
            yield endOf(part, request)
            return
        }
        watch.listen()
      }
      throw incomplete(asked(request))
    } catch (error) {
      // It reaches us as whatever the SDK makes of an abort.
      throw ours.signal.aborted ? ours.signal.reason : error
    } finally {
      watch.stop()
      signal.removeEventListener('abort', stop)
      ours.abort()
    }
  }

  function endOf(
    { finishReason, usage }: { finishReason: string; usage: LanguageModelUsage },
    request: ModelRequest,
  ): ModelEvent {
    // For the SDK one that did otherwise with its tools than it was to has ended with an error. What a server tells
    // as one comes before the end.
    const failed = finishReason === 'error' && (request.options?.toolChoice ?? 'auto') === 'auto'
    if (failed || finishReason === 'interrupted') throw incomplete(asked(request))
    return {
      type: 'end',
      usage: usageOf(usage),
      reason: REASONS.find((each) => each === finishReason) ?? 'other',
    }
  }
}

const REASONS: readonly EndReason[] = ['stop', 'length', 'tool-calls', 'content-filter']

const usageOf = (usage: LanguageModelUsage): Usage => ({
  input: usage.inputTokens ?? null,
  cachedInput: usage.inputTokenDetails.cacheReadTokens ?? null,
  output: usage.outputTokens ?? null,
  reasoning: usage.outputTokenDetails.reasoningTokens ?? null,
})

/** Milliseconds until another try is worth it; null: it is not. */
function retryDelay(error: unknown, now: Date): number | null {
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return null
  const { statusCode: status, responseHeaders } = error
  const asked = retryAfterMs(responseHeaders, now)
  if (status === 429) return asked !== null && asked <= LONGEST_RETRY_DELAY_MS ? asked : null
  if (status < 500) return null
  const delay = asked ?? RETRY_DELAY_MS
  return delay <= LONGEST_RETRY_DELAY_MS ? delay : null
}
