import { Button } from '@/components/ui/button'
import type { ListSource } from './list-source'
import { SOURCE_WORDS } from './source-words'

type Props = { source: ListSource; onShowAll: () => void }

/** Says that the list is a part, as long as it is one. */
export function SourceNote({ source, onShowAll }: Props) {
  return (
    <div role="status">
      {source !== null && (
        <p className="flex items-center justify-between ps-3 pt-1 text-accent text-small">
          {SOURCE_WORDS[source].only}
          <Button variant="quiet" size="small" className="pointer-coarse:h-11" onClick={onShowAll}>
            Show all
          </Button>
        </p>
      )}
    </div>
  )
}
