import type { Page } from '@playwright/test'

/** What reaches beyond the sides of the screen, outside of what scrolls or cuts by itself; and the page, if it scrolls sideways. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isHeld = (element: Element): boolean => {
      for (let around = element.parentElement; around; around = around.parentElement)
        if (around !== document.body && getComputedStyle(around).overflowX !== 'visible') return true
      return false
    }
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      // The skip link waits outside until it is focused.
      return width > 1 && (left < -0.5 || right > clientWidth + 0.5) && !isHeld(element)
    })
    const name = (element: Element) => `<${element.tagName.toLowerCase()} class="${element.className}">`
    return [...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px`] : []), ...beyond.map(name)]
  })
