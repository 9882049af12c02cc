import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { settingsPatch } from '@/lib/schemas/settings'

export const GET = route({}, async ({ caller: { owner } }) => {
  const { settings } = await getContainer()
  return settings.get(owner)
})

export const PATCH = route({ body: settingsPatch }, async ({ caller: { owner }, body }) => {
  const { settings } = await getContainer()
  return settings.update(owner, body)
})
