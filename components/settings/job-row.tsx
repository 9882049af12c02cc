import Link from 'next/link'
import { pathOfSession } from '@/components/sessions/session-path'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { JobView } from '@/lib/schemas/job'
import { nameOfJob, stateOfJob } from './job-words'

type Props = { job: JobView; now: number; onTry: () => void; onDismiss: () => void }

/** One piece of work: what it is, how it stands, and what can be done about it. */
export function JobRow({ job, now, onTry, onDismiss }: Props) {
  const name = nameOfJob(job)
  const about = job.session ? `${name}: ${job.session.title}` : name
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere font-medium text-ui">
          {name}
          {job.session && (
            <>
              {': '}
              <Link
                href={pathOfSession(job.session.id)}
                className="text-accent underline-offset-2 hover:underline"
              >
                <bdi>{job.session.title}</bdi>
              </Link>
            </>
          )}
        </p>
        <p className="mt-0.5 text-ink-2 text-small">{stateOfJob(job, now)}</p>
        {job.error && (
          <p className={classes('mt-0.5 text-small', job.state === 'failed' ? 'text-danger' : 'text-ink-2')}>
            {job.error}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {job.canTryNow && (
          <Button size="small" aria-label={`Try now: ${about}`} onClick={onTry}>
            Try now
          </Button>
        )}
        {job.canDismiss && (
          <Button size="small" variant="quiet" aria-label={`Dismiss: ${about}`} onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
    </li>
  )
}
