'use client'

import { useLayoutEffect } from 'react'

/**
 * Dialogs lock scrolling through a style element that they add; under the Content-Security-Policy it needs the
 * page's nonce, which the library behind them looks for in this global.
 */
export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  useLayoutEffect(() => {
    if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
  }, [nonce])
  return null
}
