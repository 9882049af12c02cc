/**
 * A server-sent event as it stands on the wire. Every line of `data` gets a line of its own, and a reader puts them
 * together again with line feeds: `data` may hold no other line break.
 */
export function encodeEvent({ id, event, data }: { id?: string; event?: string; data: string }): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`)
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`
}
