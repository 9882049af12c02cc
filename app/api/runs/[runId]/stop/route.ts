import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { runParams } from '@/lib/schemas/run-event'
import { nothing } from '@/lib/schemas/text'

export const POST = route({ params: runParams, body: nothing }, async ({ caller: { owner }, params }) => {
  const { runs } = await getContainer()
  return runs.stop(owner, params.runId)
})
