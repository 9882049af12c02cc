'use client'

import { ChevronDown } from 'lucide-react'
import { sentenceOf } from '@/components/api/api-error'
import { PROVIDER_NAMES } from '@/components/models/provider-names'
import { Button } from '@/components/ui/button'
import { Menu, MenuChoice, MenuChoices, MenuLabel } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { useChosenModel, useShared } from '../shared-context'
import { useThreadActions } from '../thread/thread-context'

/** 128,000 → "128k". */
const short = (tokens: number) =>
  tokens >= 1_000 ? `${Math.round(tokens / 1_000).toLocaleString('en')}k` : `${tokens}`

/** The model of this conversation, from the next message on. */
export function ModelPicker() {
  const { models, reloadModels } = useShared()
  const { id, item } = useChosenModel()
  const { choose } = useThreadActions()
  const show = useToast()
  const tell = (error: unknown) => show({ text: sentenceOf(error), tone: 'danger' })
  const name = item?.name ?? (id === null ? 'No model' : `${id} (gone)`)

  return (
    <Menu
      side="top"
      align="start"
      className="w-84"
      onOpen={() => reloadModels().catch(tell)}
      trigger={
        <Button variant="quiet" size="small" className="min-w-0 shrink! ps-2" aria-label={`Model: ${name}`}>
          <span className={item ? 'truncate' : 'truncate text-warn'}>{name}</span>
          <ChevronDown size={16} aria-hidden className="shrink-0 text-ink-3" />
        </Button>
      }
    >
      <MenuLabel>Model of this conversation</MenuLabel>
      <MenuChoices value={id ?? ''} onChange={(model) => void choose({ model }).catch(tell)}>
        {models.map((model) => (
          <MenuChoice key={model.id} value={model.id}>
            <span className="flex items-baseline justify-between gap-3">
              <span className="wrap-anywhere min-w-0">{model.name}</span>
              <span className="shrink-0 text-ink-3 text-small">{short(model.window)} tokens</span>
            </span>
            <span className="block text-ink-3 text-small">
              {PROVIDER_NAMES[model.provider]}
              {model.note && `. ${model.note}`}
            </span>
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  )
}
