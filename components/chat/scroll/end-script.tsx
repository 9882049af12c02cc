/**
 * Shows a thread that the server rendered from its end, before the page is alive: one would see its beginning
 * jump away. Stands as the last child of what scrolls.
 */
export function EndScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
      dangerouslySetInnerHTML={{ __html: 'document.currentScript.parentElement.scrollTop=1e9' }}
    />
  )
}
