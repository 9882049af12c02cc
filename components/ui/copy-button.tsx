'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button'
import { useToast } from './toast'

type Props = { label: string; text: () => string }

/** Copies, and says so by a check mark for a moment. */
export function CopyButton({ label, text }: Props) {
  const [copied, setCopied] = useState(false)
  const show = useToast()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, 1_600, false)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      // Absent where the page came over plain HTTP from another machine.
      if (!navigator.clipboard) throw new Error('no clipboard')
      await navigator.clipboard.writeText(text())
      setCopied(true)
    } catch {
      show({
        text: 'The browser did not allow copying here. Select the text and copy it yourself.',
        tone: 'danger',
      })
    }
  }
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : label}
      size="small"
      onClick={copy}
      className={copied ? 'text-accent' : undefined}
    />
  )
}
