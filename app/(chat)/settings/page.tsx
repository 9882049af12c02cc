import type { Metadata } from 'next'
import { AccessSection } from '@/components/access/access-section'
import { AboutSection } from '@/components/settings/about-section'
import { AppearanceSection } from '@/components/settings/appearance-section'
import { ClearHistorySection } from '@/components/settings/clear-history-section'
import { InstructionsSection } from '@/components/settings/instructions-section'
import { JobsSection } from '@/components/settings/jobs-section'
import { MemorySection } from '@/components/settings/memory-section'
import { ModelsSection } from '@/components/settings/models-section'
import { SummaryPromptSection } from '@/components/settings/summary-prompt-section'
import { TitlesSection } from '@/components/settings/titles-section'
import { OpenSidebarButton } from '@/components/sidebar/open-sidebar-button'
import { getContainer } from '@/lib/container'
import { pageCaller } from '@/lib/http/page-caller'
import { version } from '@/package.json'

export const metadata: Metadata = { title: 'Settings' }

const DATABASES = { sqlite: 'SQLite, a file on this machine', postgres: 'Postgres' } as const

export default async function SettingsPage() {
  const { owner, token } = await pageCaller()
  const { settings, dialect, undoSeconds, defaultSummaryPrompt } = await getContainer()
  const { instructions, memory, summaryPrompt, modelTitles } = await settings.get(owner)
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <header className="flex h-13 items-center gap-1 px-2 drawer:hidden">
        <OpenSidebarButton />
      </header>
      <div className="mx-auto max-w-192 px-4 pb-16 drawer:px-8 drawer:pt-10">
        <h1 className="pb-6 font-semibold text-head">Settings</h1>
        <InstructionsSection initial={instructions} />
        <MemorySection initial={memory} />
        <SummaryPromptSection initial={summaryPrompt} byDefault={defaultSummaryPrompt} />
        <ModelsSection />
        <TitlesSection initial={modelTitles} />
        <AppearanceSection />
        <ClearHistorySection undoSeconds={undoSeconds} />
        <JobsSection />
        {token !== null && <AccessSection token={token} />}
        <AboutSection version={version} database={DATABASES[dialect]} />
      </div>
    </div>
  )
}
