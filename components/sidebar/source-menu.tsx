'use client'

import { ListFilter } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuChoice, MenuChoices, MenuLabel } from '@/components/ui/menu'
import { type ListSource, readListSource } from './list-source'
import { SOURCE_WORDS } from './source-words'

type Props = { source: ListSource; onChoose: (source: ListSource) => void }

/** Whose conversations the list holds. */
export function SourceMenu({ source, onChoose }: Props) {
  const words = SOURCE_WORDS[source ?? 'all']
  return (
    <Menu
      className="w-60"
      trigger={
        <IconButton
          icon={ListFilter}
          label={`Show: ${words.name}`}
          size="small"
          className={source === null ? 'pointer-coarse:size-11' : 'text-accent! pointer-coarse:size-11'}
        />
      }
    >
      <MenuLabel>Show</MenuLabel>
      <MenuChoices value={source ?? 'all'} onChange={(value) => onChoose(readListSource(value))}>
        {Object.entries(SOURCE_WORDS).map(([value, { name, hint }]) => (
          <MenuChoice key={value} value={value}>
            {name}
            {hint && <span className="block text-ink-3 text-small">{hint}</span>}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  )
}
