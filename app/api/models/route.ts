import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async () => {
  const { listModels } = await getContainer()
  return { models: await listModels() }
})
