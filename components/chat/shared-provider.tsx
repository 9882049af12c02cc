'use client'

import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { listModels } from '@/components/api/models'
import type { ModelItem } from '@/lib/schemas/model'
import { SharedContext } from './shared-context'

type Props = { models: readonly ModelItem[]; defaultInstructions: string; children: ReactNode }

export function SharedProvider({ models: initial, defaultInstructions, children }: Props) {
  const [models, setModels] = useState(initial)
  const reloadModels = useCallback(async () => setModels((await listModels()).models), [])
  const value = useMemo(
    () => ({ models, reloadModels, defaultInstructions }),
    [models, reloadModels, defaultInstructions],
  )
  return <SharedContext value={value}>{children}</SharedContext>
}
