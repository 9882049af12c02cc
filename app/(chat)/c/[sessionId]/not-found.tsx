import { GoneNews } from '@/components/sessions/gone-news'
import { PageMessage } from '@/components/ui/page-message'

export default function SessionNotFound() {
  return (
    <>
      <GoneNews />
      <PageMessage title="This conversation is not here">
        It was deleted, was temporary and has ended, or the address is not complete. Your other conversations
        stand in the sidebar.
      </PageMessage>
    </>
  )
}
