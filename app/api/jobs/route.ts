import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'

export const GET = route({}, async ({ caller: { owner } }) => {
  const { listJobs } = await getContainer()
  return listJobs(owner)
})
