import { Image } from 'lucide-react'
import { safeUrl } from './safe-url'

/**
 * Stands where an answer has an image. Loading it would tell its host that, and when, this was read, and could
 * carry words of the conversation out in its address: so it opens elsewhere, when it is asked for.
 */
export function ImageLink({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const url = safeUrl(src)
  const host = url ? new URL(url).host : ''
  const name = alt || 'Image'
  if (!host) return <span className="text-ink-3">[{name}]</span>
  return (
    <a
      href={url ?? undefined}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={`Not loaded. Opens ${url} in a new tab.`}
      className="image-link"
    >
      <Image size={16} aria-hidden />
      <span>
        {name} <span className="text-ink-3 text-small">from {host}, not loaded</span>
      </span>
    </a>
  )
}
