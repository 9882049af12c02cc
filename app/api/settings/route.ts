import { getContainer } from '@/lib/container'
import { route } from '@/lib/http/route'
import { settingsPatch } from '@/lib/schemas/settings'

export const GET = route({}, async () => {
  const { settings, owner } = await getContainer()
  return settings.get(owner)
})

export const PATCH = route({ body: settingsPatch }, async ({ body }) => {
  const { settings, owner } = await getContainer()
  return settings.update(owner, body)
})
