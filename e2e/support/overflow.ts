import type { Page } from '@playwright/test'

/**
 * What reaches beyond the sides of the screen and cannot be scrolled to, what scrolls sideways though only code and
 * tables may, and the page itself where it scrolls, whose parts alone do.
 */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** In px. The ends of the line, at the edge of the screen, may lose as much. */
    const SLACK = 1.5
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    /** It scrolls, or is cut with an ellipsis, or is there for the ear alone. */
    const isHeldBy = (around: Element): boolean =>
      scrolls(around) || getComputedStyle(around).textOverflow === 'ellipsis' || around.clientWidth === 1
    const isHeld = (element: Element): boolean => {
      const around = element.parentElement
      return around !== null && around !== document.body && (isHeldBy(around) || isHeld(around))
    }
    const isWrong = (element: Element): boolean => {
      const isWider = element.scrollWidth > element.clientWidth + SLACK
      if (scrolls(element) && isWider) return !element.matches('pre, [aria-label="Table"]')
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -SLACK || right > window.innerWidth + SLACK) && !isHeld(element)
    }
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    const page = [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px wide`] : []),
      ...(scrollHeight > clientHeight ? [`the page: ${scrollHeight} px high`] : []),
    ]
    const wrong = [...document.body.querySelectorAll('*')].filter(isWrong)
    const name = (element: Element) => `<${element.tagName.toLowerCase()} class="${element.className}">`
    return [...page, ...wrong.map(name)]
  })
