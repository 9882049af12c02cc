'use client'

import { Kbd } from './kbd'
import { keysInWords, type Shortcut } from './shortcut'
import { useClientValue } from './use-client-value'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Nothing until the page is alive: the server does not know the keyboard. */
export function ShortcutKeys({ shortcut }: { shortcut: Shortcut }) {
  const mac = useClientValue(isMac)
  return mac === null ? null : <Kbd>{keysInWords(shortcut, { mac })}</Kbd>
}
