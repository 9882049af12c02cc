'use client'

import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { listModels } from '@/components/api/models'
import { getSettings } from '@/components/api/settings'
import type { MemorySettings } from '@/lib/schemas/memory-settings'
import type { ModelItem } from '@/lib/schemas/model'
import { SharedContext } from './shared-context'

type Props = {
  models: readonly ModelItem[]
  defaultInstructions: string
  defaultMemory: MemorySettings
  historyTimeoutSeconds: number
  children: ReactNode
}

export function SharedProvider({
  models: initial,
  defaultInstructions,
  defaultMemory,
  historyTimeoutSeconds,
  children,
}: Props) {
  const [models, setModels] = useState(initial)
  const [memory, setMemory] = useState(defaultMemory)
  const reloadModels = useCallback(async () => setModels((await listModels()).models), [])
  const reloadMemory = useCallback(async () => setMemory((await getSettings()).memory), [])
  const value = useMemo(
    () => ({
      models,
      reloadModels,
      defaultInstructions,
      defaultMemory: memory,
      reloadMemory,
      historyTimeoutSeconds,
    }),
    [models, reloadModels, defaultInstructions, memory, reloadMemory, historyTimeoutSeconds],
  )
  return <SharedContext value={value}>{children}</SharedContext>
}
