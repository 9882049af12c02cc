import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async ({ caller: { owner } }) => {
  const { remembered } = await getContainer()
  return remembered.state(owner)
})
