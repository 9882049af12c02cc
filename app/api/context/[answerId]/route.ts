import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { answerParams } from '@/lib/schemas/context-map'

export const GET = route({ params: answerParams }, async ({ caller: { owner }, params }) => {
  const { answerContext } = await getContainer()
  return answerContext(owner, params.answerId)
})
