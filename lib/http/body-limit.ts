import { readEnv } from '../env.ts'
import { BODY_MAX } from './body.ts'
import { isInterface } from './interfaces.ts'

let ofInterfaces: number | undefined

/** How large a request's body may be, in bytes. From the environment, which is read at the first request. */
export function bodyLimit(pathname: string): number {
  if (!isInterface(pathname)) return BODY_MAX
  ofInterfaces ??= readEnv().BODY_MAX_BYTES
  return ofInterfaces
}
