import type { Metadata } from 'next'
import { RememberedPage } from '@/components/remembered/remembered-page'
import { OpenSidebarButton } from '@/components/sidebar/open-sidebar-button'
import { getContainer } from '@/lib/container'
import { pageCaller } from '@/lib/http/page-caller'
import { DEFAULT_RECALL } from '@/lib/schemas/memory-settings'

export const metadata: Metadata = { title: 'Memory' }

export default async function MemoryPage() {
  const { owner } = await pageCaller()
  const { settings } = await getContainer()
  const { memory } = await settings.get(owner)
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <header className="flex h-13 items-center gap-1 px-2 drawer:hidden">
        <OpenSidebarButton />
      </header>
      <div className="mx-auto max-w-192 px-4 pb-16 drawer:px-8 drawer:pt-10">
        <h1 className="font-semibold text-head">Memory</h1>
        <p className="pt-2 pb-6 text-ink-2 text-ui">
          What was said in your conversations, kept to be found again: what fits a new message is quoted to
          the model, and the answer says so. What is forgotten here goes from its conversation as well.
        </p>
        <RememberedPage initial={memory.recall ?? DEFAULT_RECALL} />
      </div>
    </div>
  )
}
