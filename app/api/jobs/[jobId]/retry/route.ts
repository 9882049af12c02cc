import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { jobParams } from '@/lib/schemas/job'
import { nothing } from '@/lib/schemas/text'

export const POST = route({ params: jobParams, body: nothing }, async ({ caller: { owner }, params }) => {
  const { tryJob } = await getContainer()
  await tryJob(owner, params.jobId)
})
