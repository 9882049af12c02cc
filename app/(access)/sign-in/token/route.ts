import { openRoute } from '@/lib/http/route'
import { signIn } from '@/lib/http/sign-in'

export const POST = openRoute(signIn)
