'use client'

import { useEffect, useRef } from 'react'
import { sentenceOf } from '@/components/api/api-error'
import { dismissJob, tryAllJobs, tryJob } from '@/components/api/jobs'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { JobRow } from './job-row'
import { countsInWords } from './job-words'
import { Section } from './section'
import { useJobs } from './use-jobs'

export function JobsSection() {
  const { list, at, failure, look } = useJobs()
  const show = useToast()
  const counts = useRef<HTMLParagraphElement>(null)
  const acted = useRef(false)

  const act = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      show({ text: sentenceOf(error), tone: 'danger' })
    }
    acted.current = true
    await look()
  }

  // The button that was pressed may be gone with its row: whoever came by keyboard goes on from the count.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is what takes buttons away.
  useEffect(() => {
    if (acted.current && document.activeElement === document.body)
      counts.current?.focus({ preventScroll: true })
    acted.current = false
  }, [list])

  return (
    <Section
      id="jobs"
      title="Background work"
      intro="What is done after an answer or a deletion, without anyone waiting for it. What fails is tried again, less and less often; what is given up stays here."
    >
      {list && list.jobs.length > 0 && (
        <ul className="divide-y divide-rule border-rule border-y">
          {list.jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              now={at}
              onTry={() => act(() => tryJob(job.id))}
              onDismiss={() => act(() => dismissJob(job.id))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p ref={counts} tabIndex={-1} role="status" className="text-ink-3 text-ui outline-none">
          {list ? countsInWords(list) : failure ? '' : 'Looking…'}
        </p>
        {list && list.failed > 1 && (
          <Button size="small" onClick={() => act(tryAllJobs)}>
            Try all that failed
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="text-danger text-ui">
          {failure}
        </p>
      )}
    </Section>
  )
}
