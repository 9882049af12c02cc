import { getContainer } from '@/lib/container'
import { assertBearer } from '@/lib/http/bearer'
import { route } from '@/lib/http/route'

/** For a scheduler, where no process lives long enough to have a timer. */
export const GET = route({}, async ({ request }) => {
  const { cronSecret, runDueJobs } = await getContainer()
  assertBearer(request.headers, cronSecret)
  return { done: await runDueJobs() }
})
