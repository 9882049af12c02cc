import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** What the SDK asks of `fetch`, which is all that is understood here. */
export type Sent = { url: URL; method: string; headers: Headers; body: string; signal: AbortSignal }

/**
 * Sends a request and waits for the head of its response. By `node:http`, because `fetch` takes twice as long for every
 * piece of a body. Like `fetchStraight` it follows no redirect, and it fails as `fetch` does: with the signal's reason, or
 * with a `TypeError` that has the cause.
 */
export async function send(sent: Sent): Promise<IncomingMessage> {
  sent.signal.throwIfAborted()
  try {
    return await once(sent)
  } catch (error) {
    sent.signal.throwIfAborted()
    // The server closed a connection that was kept, just as it was used again: it has not read the request.
    if (error instanceof StaleConnection) return once({ ...sent, fresh: true }).catch(failed)
    return failed(error)
  }
}

class StaleConnection extends Error {}

function failed(cause: unknown): never {
  throw new TypeError('fetch failed', { cause })
}

function once({ url, method, headers, body, signal, fresh }: Sent & { fresh?: boolean }) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request(url, {
      method,
      // Nobody here would unpack it, and packed pieces wait for each other.
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
      ...(fresh ? { agent: false } : {}),
    })
    const abort = () => asking.destroy()
    signal.addEventListener('abort', abort)
    asking.once('close', () => signal.removeEventListener('abort', abort))
    asking.once('response', resolve)
    asking.on('error', (error: NodeJS.ErrnoException) => {
      const stale = asking.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(stale ? new StaleConnection('', { cause: error }) : error)
    })
    asking.end(body)
  })
}
