import { saidAgo, saidOn } from './said-when'

/** When something was said, both ways. Only where the server renders nothing: it knows no reader's clock. */
export function SaidTime({ saidAt }: { saidAt: string }) {
  const time = new Date(saidAt)
  return (
    <time dateTime={saidAt}>
      {saidOn(time)} ({saidAgo(time, new Date())})
    </time>
  )
}
