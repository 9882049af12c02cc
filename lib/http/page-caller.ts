import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { AppError } from '../errors.ts'
import { SIGN_IN_PATH } from '../schemas/sign-in.ts'
import { type Caller, callerOf } from './caller.ts'

/**
 * Who asks for a page. The proxy has asked before; a page asks again, so that no way around that shows what is
 * anyone's. Leads to the sign-in where nobody signed in.
 */
export async function pageCaller(): Promise<Caller> {
  return (await callerOrNull()) ?? redirect(SIGN_IN_PATH)
}

/** Where no try is left, too, the sign-in is shown: it says so to who tries. */
const NOT_LET_IN: ReadonlySet<string> = new Set(['unauthorized', 'too_many_attempts'])

/** Whether there is nothing to sign in for, any more or at all. */
export const isSignedIn = async (): Promise<boolean> => (await callerOrNull()) !== null

async function callerOrNull(): Promise<Caller | null> {
  try {
    // Of a request that changes nothing the address has no part in who may ask.
    return await callerOf({ method: 'GET', headers: await headers(), url: '' })
  } catch (error) {
    if (error instanceof AppError && NOT_LET_IN.has(error.code)) return null
    throw error
  }
}
