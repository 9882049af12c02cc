import { isIPv6 } from 'node:net'

/**
 * The address that a request came from. The last of `x-forwarded-for` is the one that the nearest server wrote: the
 * framework the socket's, where the start took the header away first; the proxy in front, where that is trusted. Of
 * IPv6 it is the network, which one machine may have whole.
 */
export function addressIn(headers: Headers): string {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().toLowerCase() ?? ''
  const address = last.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(address)) return address.replace(/^([\d.]+):\d+$/, '$1').slice(0, 45) || 'unknown'
  return `${networkOf(address)}::/64`
}

/** The first four of an address's eight groups. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}
