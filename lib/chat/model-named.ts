import { AppError } from '../errors.ts'
import type { ChatModel, ChatModels } from '../ports/chat-models.ts'

/**
 * The model that another program means: by its id, or by the bare name that its server knows it by. Throws
 * `unknown_model`.
 */
export async function modelNamed(models: ChatModels, name: string): Promise<ChatModel> {
  const byId = await resolved(models, name)
  if (byId) return byId
  const listed = await models.list()
  const found = listed.find((model) => model.name === name)
  if (found) return models.resolve(found.id)
  // A server may take more names than it offers.
  for (const provider of new Set(listed.map((model) => model.provider))) {
    const model = await resolved(models, `${provider}/${name}`)
    if (model) return model
  }
  return models.resolve(name)
}

async function resolved(models: ChatModels, id: string): Promise<ChatModel | null> {
  try {
    return await models.resolve(id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unknown_model') return null
    throw error
  }
}
