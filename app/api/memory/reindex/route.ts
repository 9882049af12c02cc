import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const POST = route({}, async ({ caller: { owner } }) => {
  const { remembered } = await getContainer()
  await remembered.indexAgain(owner)
})
