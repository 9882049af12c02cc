import { AppError } from '../errors.ts'

/**
 * Results that a client sends first have to be those of the calls before them: all, and no others. Throws
 * `invalid_request`.
 */
export function assertAnswered(
  said: readonly { toolCallId?: string | undefined }[],
  called: readonly string[],
): void {
  const open = new Set(called)
  const behind = said.findIndex(({ toolCallId }) => toolCallId === undefined)
  const results = said.slice(0, behind === -1 ? said.length : behind)
  if (results.length === 0) return
  for (const { toolCallId = '' } of results)
    if (!open.delete(toolCallId)) throw refused(`No message before it waits for the result of ${toolCallId}.`)
  if (open.size > 0) throw refused(`The calls ${[...open].join(', ')} have no result.`)
}

const refused = (message: string) =>
  new AppError('invalid_request', message, { details: { issues: [{ path: 'messages', message }] } })
