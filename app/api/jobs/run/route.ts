import { getContainer } from '@/lib/container'
import { assertBearer } from '@/lib/http/bearer'
import { openRoute } from '@/lib/http/route'

/** For a scheduler, where no process lives long enough to have a timer. It has a secret of its own. */
export const GET = openRoute(async (request) => {
  const { cronSecret, runDueJobs } = await getContainer()
  assertBearer(request.headers, cronSecret)
  return { done: await runDueJobs() }
})
