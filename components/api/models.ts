import { modelList } from '@/lib/schemas/model'
import { request } from './request'

/** The models that can be chosen now, the default first. */
export function listModels({ signal }: { signal?: AbortSignal } = {}) {
  return request('/api/models', modelList, { signal })
}
