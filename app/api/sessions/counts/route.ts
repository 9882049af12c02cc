import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async ({ caller: { owner } }) => {
  const { sessions, undoSeconds } = await getContainer()
  return { ...(await sessions.countForDelete(owner, null)), undoSeconds }
})
