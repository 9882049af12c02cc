import { isIP } from 'node:net'
import { isLoopback } from '../env.ts'
import { AppError } from '../errors.ts'
import { isInterface } from './interfaces.ts'

/** Who may talk to this server. */
export type AccessPolicy = {
  /** Names beside the loopback's that the server is known by, in lower case; one with a port is known with that alone. */
  hosts: readonly string[]
  /** Further origins of the page itself, such as `https://chat.example`: it may change everything. */
  origins: readonly string[]
  /** Origins of other pages that may call the interfaces, and nothing else. */
  corsOrigins: readonly string[]
  /** The server listens for others: they reach it by its address, which no foreign page can claim as its name. */
  open: boolean
}

/**
 * Keeps other web pages out, also of a server on one's own machine. A page that points its own name at this
 * address (DNS rebinding) sends that name as Host; a page that posts here sends its Origin. Throws
 * `foreign_host`, `foreign_origin`.
 */
export function assertAccess(
  request: Pick<Request, 'method' | 'headers' | 'url'>,
  policy: AccessPolicy,
): void {
  const host = request.headers.get('host') ?? ''
  if (!isKnownHost(host.toLowerCase(), policy))
    throw new AppError(
      'foreign_host',
      `This server does not answer to the name "${host.slice(0, 100)}". Add it to ALLOWED_HOSTS if it should.`,
    )
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const foreign =
    origin === null
      ? site !== null && site !== 'same-origin' && site !== 'none'
      : !isSameHost(origin, host) && !mayCall(origin.toLowerCase(), request.url, policy)
  if (foreign)
    throw new AppError(
      'foreign_origin',
      'Another page may not change anything here. If it is to call the interfaces, add its origin to CORS_ORIGINS; ' +
        'if it is this page under another name, to ALLOWED_ORIGINS.',
    )
}

function isKnownHost(host: string, policy: AccessPolicy): boolean {
  const name = nameOf(host)
  // Browsers take every name under `localhost` to this machine, whoever else might answer to it.
  if (isLoopback(name) || name.endsWith('.localhost')) return true
  if ([name, `[${name}]`, host].some((known) => policy.hosts.includes(known))) return true
  return policy.open && isIP(name) !== 0
}

function mayCall(origin: string, url: string, { origins, corsOrigins }: AccessPolicy): boolean {
  return origins.includes(origin) || (corsOrigins.includes(origin) && isInterface(new URL(url).pathname))
}

/** The name in a Host header of lower case, without port and brackets. */
function nameOf(host: string): string {
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(host)
  return match?.[1] ?? match?.[2] ?? ''
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
