import { useLayoutEffect } from 'react'

/**
 * What the window is called. What the server called it is put in place again by React when it comes to that part of the
 * page, which may be after this: then it is put right once more. Nothing of it outlasts the commit that takes this away,
 * or the next page would be called so.
 */
export function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const put = () => {
      if (document.title !== title) document.title = title
    }
    put()
    const watch = new MutationObserver(put)
    watch.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [title])
}
