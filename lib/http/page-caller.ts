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

/** Whether there is nothing to sign in for, any more or at all. */
export const isSignedIn = async (): Promise<boolean> => (await callerOrNull()) !== null

async function callerOrNull(): Promise<Caller | null> {
  try {
    // Of a request that changes nothing the address has no part in who may ask.
    return await callerOf({ method: 'GET', headers: await headers(), url: '' })
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return null
    throw error
  }
}
