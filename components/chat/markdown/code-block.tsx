'use client'

import { Children, isValidElement, type ReactNode, useRef } from 'react'
import { CopyButton } from '@/components/ui/copy-button'

/** Takes the place of `pre`: names the language, scrolls by itself, copies its text as it stands. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  const code = useRef<HTMLPreElement>(null)
  const language = languageOf(children)
  return (
    <figure className="code-block" dir="ltr">
      <figcaption>
        <span>{language ?? 'text'}</span>
        <CopyButton label="Copy code" text={() => code.current?.textContent?.replace(/\n$/, '') ?? ''} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
    </figure>
  )
}

function languageOf(children: ReactNode): string | null {
  for (const child of Children.toArray(children)) {
    if (!isValidElement<{ className?: string }>(child)) continue
    const language = /language-(\S+)/.exec(child.props.className ?? '')?.[1]
    if (language) return language
  }
  return null
}
