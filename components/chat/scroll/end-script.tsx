import { useClientValue } from '@/components/ui/use-client-value'

/**
 * Shows a thread that the server rendered from its end, before the page is alive: one would see its beginning
 * jump away. Stands as the last child of what scrolls; a page that is alive needs it no more.
 */
export function EndScript({ nonce }: { nonce: string | undefined }) {
  const alive = useClientValue(() => true)
  if (alive) return null
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
      dangerouslySetInnerHTML={{ __html: 'document.currentScript.parentElement.scrollTop=1e9' }}
    />
  )
}
