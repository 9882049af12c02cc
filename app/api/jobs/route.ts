import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async () => {
  const { listJobs } = await getContainer()
  return listJobs()
})
