import type { JobList, JobView } from '@/lib/schemas/job'

const KINDS: Record<JobView['kind'], string> = {
  summary: 'Writing a summary',
  title: 'Naming a conversation',
  index: 'Remembering what was said',
  embed: 'Comparing what was said by its meaning',
  delete: 'Deleting for good',
  clear: 'Deleting cleared messages for good',
  other: 'Work of a newer version of Throughline',
}

/** What the work is, without the conversation that it is about. */
export const nameOfJob = ({ kind }: JobView): string => KINDS[kind]

const UNITS: [ms: number, unit: 'second' | 'minute' | 'hour' | 'day'][] = [
  [1_000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]

/** "3 minutes ago", "in 20 seconds", "now". */
function whenInWords(time: string, now: number): string {
  const away = new Date(time).getTime() - now
  if (Math.abs(away) < 1_000) return 'now'
  const [ms, unit] = UNITS.findLast(([size]) => Math.abs(away) >= size) ?? [1_000, 'second']
  return new Intl.RelativeTimeFormat('en').format(Math.trunc(away / ms), unit)
}

const triedInWords = (tries: number) =>
  tries === 1 ? 'tried once' : `tried ${tries.toLocaleString('en')} times`

/** Since when it is there, how often it was tried, and what comes next. `now` in ms since 1970. */
export function stateOfJob(job: JobView, now: number): string {
  const since = `Added ${whenInWords(job.createdAt, now)}`
  if (job.state === 'running') return `${since}. Being done now.`
  if (job.failedAt) return `${since}, ${triedInWords(job.tries)}, given up ${whenInWords(job.failedAt, now)}.`
  const next = job.nextAt && new Date(job.nextAt).getTime() > now ? whenInWords(job.nextAt, now) : 'soon'
  return job.tries === 0
    ? `${since}. Begins ${next}.`
    : `${since}, ${triedInWords(job.tries)}. Tried again ${next}.`
}

/** How much there is in all: "1 failed, 2 waiting". */
export function countsInWords({ failed, waiting }: JobList): string {
  if (failed === 0 && waiting === 0) return 'Nothing waits and nothing failed.'
  const counts = [
    failed > 0 && `${failed.toLocaleString('en')} failed`,
    waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
  ]
  return `${counts.filter(Boolean).join(', ')}.`
}
