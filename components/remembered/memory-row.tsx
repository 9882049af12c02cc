'use client'

import { Ellipsis, EyeOff, Filter, Trash2 } from 'lucide-react'
import { scoresInWords, toldInWords } from '@/components/recall/fit-words'
import { Passage } from '@/components/recall/passage'
import { useNeverRecall } from '@/components/recall/use-never-recall'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { MemoryItem } from '@/lib/schemas/recall'
import { stateInWords } from './state-words'

type Props = {
  item: MemoryItem
  /** Whether only its conversation is shown already. */
  alone: boolean
  onOnly: () => void
  onForget: () => void
  onDelete: () => void
}

/** An exchange that is remembered: what it says, how it stands, how it fits what was searched for. */
export function MemoryRow({ item, alone, onOnly, onForget, onDelete }: Props) {
  const { neverRecall } = useNeverRecall()
  const { id, sessionId, title, saidAt, user, assistant, fit } = item
  const state = stateInWords(item)
  const given = fit?.letIn !== false
  const told = fit && !given && toldInWords(fit.told)
  return (
    <li className="flex items-start gap-x-3 gap-y-1 py-3 max-drawer:flex-col">
      <div
        className={classes(
          'min-w-0 flex-1 max-drawer:w-full',
          fit && 'border-s-2 ps-3',
          fit && (given ? 'border-accent' : 'border-rule-strong border-dotted'),
        )}
      >
        <Passage said={{ exchangeId: id, sessionId, title, saidAt, user, assistant }} dim={!given}>
          {state && (
            <p className={classes('text-small', item.error === null ? 'text-ink-3' : 'text-warn')}>{state}</p>
          )}
          {told && <p className="text-ink-3 text-small">{told}.</p>}
          {fit && <p className="font-mono text-ink-3 text-small">{scoresInWords(fit)}</p>}
        </Passage>
      </div>
      <div className="-my-1 flex shrink-0 items-center max-drawer:-ms-2">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Forget: ${user}`}
          className="hover:text-danger!"
          onClick={onForget}
        >
          Forget…
        </Button>
        <Menu trigger={<IconButton icon={Ellipsis} label={`More for “${title}”`} size="small" />}>
          {!alone && (
            <MenuItem icon={Filter} onSelect={onOnly}>
              Only this conversation
            </MenuItem>
          )}
          <MenuItem icon={EyeOff} onSelect={() => void neverRecall({ id: sessionId, title })}>
            Never from that conversation
          </MenuItem>
          <MenuItem icon={Trash2} destroys onSelect={onDelete}>
            Delete conversation…
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
}
