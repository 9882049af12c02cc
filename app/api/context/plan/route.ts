import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { planRequest } from '@/lib/schemas/context-map'

export const POST = route({ body: planRequest }, async ({ caller: { owner }, body }) => {
  const { planDraft } = await getContainer()
  return planDraft(owner, body)
})
