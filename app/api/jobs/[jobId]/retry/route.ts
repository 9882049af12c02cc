import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { jobParams } from '@/lib/schemas/job'
import { nothing } from '@/lib/schemas/text'

export const POST = route({ params: jobParams, body: nothing }, async ({ params }) => {
  const { tryJob } = await getContainer()
  await tryJob(params.jobId)
})
