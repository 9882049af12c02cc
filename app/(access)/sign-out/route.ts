import { openRoute } from '@/lib/http/route'
import { signOut } from '@/lib/http/sign-in'

export const POST = openRoute(signOut)
