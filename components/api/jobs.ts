import { jobList, retriedJobs } from '@/lib/schemas/job'
import { request, send } from './request'

const pathOf = (jobId: string) => `/api/jobs/${encodeURIComponent(jobId)}`

/** What waits and what failed of the work that nobody waits for. */
export function listJobs({ signal }: { signal?: AbortSignal } = {}) {
  return request('/api/jobs', jobList, { signal })
}

export async function tryJob(jobId: string): Promise<void> {
  await send(`${pathOf(jobId)}/retry`, { method: 'POST' })
}

/** All that were given up. */
export function tryAllJobs() {
  return request('/api/jobs/retry', retriedJobs, { method: 'POST' })
}

export async function dismissJob(jobId: string): Promise<void> {
  await send(pathOf(jobId), { method: 'DELETE' })
}
