import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { nothing } from '@/lib/schemas/text'

/** All that were given up. */
export const POST = route({ body: nothing }, async ({ caller: { owner } }) => {
  const { tryAllJobs } = await getContainer()
  return { retried: await tryAllJobs(owner) }
})
