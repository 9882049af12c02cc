import type { IncomingHttpHeaders } from 'node:http'

/** One request as it came, and how far its answer went. It changes while the answer is being sent. */
export type LoggedRequest = {
  id: number
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The parsed JSON; null where there was none. */
  body: unknown
  /** Words of the answer that have been sent. */
  sent: number
  /** It waits to be released. */
  held: boolean
  /** The client went away before the answer was over. */
  closedEarly: boolean
  /** Nothing more will come, for whatever reason. */
  over: boolean
}

type Waiter = { matches: (request: LoggedRequest) => boolean; resolve: (request: LoggedRequest) => void }

/** The log, and a way to wait for something to be true of a request, so that no test has to sleep. */
export function createRequestLog() {
  const requests: LoggedRequest[] = []
  let waiters: Waiter[] = []
  let nextId = 1

  const tell = (request: LoggedRequest) => {
    const met = waiters.filter((waiter) => waiter.matches(request))
    waiters = waiters.filter((waiter) => !met.includes(waiter))
    for (const waiter of met) waiter.resolve(request)
  }

  return {
    requests,
    add(fields: Pick<LoggedRequest, 'method' | 'path' | 'headers' | 'body'>): LoggedRequest {
      const request = { id: nextId++, ...fields, sent: 0, held: false, closedEarly: false, over: false }
      requests.push(request)
      tell(request)
      return request
    },
    change(request: LoggedRequest, fields: Partial<LoggedRequest>): void {
      Object.assign(request, fields)
      tell(request)
    },
    /** The first request, past or to come, of which `matches` holds. */
    waitFor(matches: (request: LoggedRequest) => boolean): Promise<LoggedRequest> {
      const found = requests.find(matches)
      if (found) return Promise.resolve(found)
      return new Promise((resolve) => {
        waiters.push({ matches, resolve })
      })
    },
    clear(): void {
      requests.length = 0
    },
  }
}
