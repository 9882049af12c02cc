import { ASKING } from './openapi-asking.ts'
import { COMPLETIONS } from './openapi-completions.ts'
import type { Endpoint } from './openapi-endpoint.ts'
import { SESSIONS } from './openapi-sessions.ts'
import { WATCHING } from './openapi-watching.ts'

/** Every endpoint that other programs may call, in the order of the document. */
export const ENDPOINTS: readonly Endpoint[] = [...ASKING, ...SESSIONS, ...COMPLETIONS, ...WATCHING]
