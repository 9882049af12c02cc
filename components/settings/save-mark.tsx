import { Button } from '@/components/ui/button'
import type { SaveState } from './autosave'

/** Whether what stands in the fields is stored; says so to a screen reader too. */
export function SaveMark({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  if (state.kind === 'failed')
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-2 text-danger text-small">
        Not saved yet. {state.message}
        <Button variant="quiet" size="small" onClick={onRetry}>
          Try again
        </Button>
      </p>
    )
  return (
    <p role="status" className="text-ink-3 text-small">
      {state.kind === 'saved' ? 'Saved' : 'Saving…'}
    </p>
  )
}
