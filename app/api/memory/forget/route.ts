import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { forgetRequest } from '@/lib/schemas/forget'

export const POST = route({ body: forgetRequest }, async ({ caller: { owner }, body }) => {
  const { forget, settle } = await getContainer()
  await settle()
  return forget.exchanges(owner, body)
})
