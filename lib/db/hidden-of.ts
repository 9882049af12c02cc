import type { Reader, Writer } from './client.ts'
import type { Session } from './generated/sqlite/client.ts'
import { PURGE_JOB, purgePayload } from './purge-payload.ts'

/** The hidden sessions in which messages of this one wait for their purge. */
export async function hiddenOf(db: Reader | Writer, { id, owner }: Session): Promise<string[]> {
  const jobs = await db.job.findMany({ where: { owner, kind: PURGE_JOB }, select: { payload: true } })
  return jobs
    .flatMap(({ payload }) => {
      const { data } = purgePayload.safeParse(payload)
      return data === undefined || data.kind === 'scrub' ? [] : data.apart
    })
    .filter(({ sessionId }) => sessionId === id)
    .map(({ hiddenIn }) => hiddenIn)
}
