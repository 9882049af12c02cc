import { AxeBuilder } from '@axe-core/playwright'
import { TWO_LOOKS } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every endpoint can be read and gone to', async ({ app, page }) => {
    const { paths } = await (await fetch(`${app.url}/openapi.json`)).json()
    await page.goto('/docs/api')
    const list = page.getByRole('navigation', { name: 'Endpoints' })
    await expect(list.getByRole('link')).toHaveText(Object.keys(paths))
    for (const path of Object.keys(paths))
      await expect(page.getByRole('region', { name: new RegExp(`^(GET|POST) ${path}$`) })).toBeVisible()
  })
})

for (const { name, options } of TWO_LOOKS)
  test.describe(name, () => {
    test.use(options)

    test('is read by everyone, and no wider than the page', async ({ page }) => {
      await page.goto('/docs/api')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    })
  })
