import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** All that axe finds wrong with a page, each fault with the element that it means. */
export async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
}
