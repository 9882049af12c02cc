import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { nothing } from '@/lib/schemas/text'

/** All that were given up. */
export const POST = route({ body: nothing }, async () => {
  const { tryAllJobs } = await getContainer()
  return { retried: await tryAllJobs() }
})
