import { PageMessage } from '@/components/ui/page-message'

export default function NotFound() {
  return (
    <main className="flex h-dvh flex-col">
      <PageMessage title="There is no page here">The address leads nowhere in this application.</PageMessage>
    </main>
  )
}
