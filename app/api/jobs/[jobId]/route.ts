import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { jobParams } from '@/lib/schemas/job'
import { nothing } from '@/lib/schemas/text'

export const DELETE = route({ params: jobParams, body: nothing }, async ({ caller: { owner }, params }) => {
  const { dismissJob } = await getContainer()
  await dismissJob(owner, params.jobId)
})
