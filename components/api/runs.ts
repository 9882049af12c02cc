import { stopResponse } from '@/lib/schemas/chat'
import { request } from './request'

/** Asks the server to end a run. `ended`: it already has; else its stream tells when. */
export function stopRun(runId: string) {
  return request(`/api/runs/${encodeURIComponent(runId)}/stop`, stopResponse, { method: 'POST' })
}
