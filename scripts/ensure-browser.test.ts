import { expect, test, vi } from 'vitest'
import { findOrFetch } from './ensure-browser.mjs'
import { PlainError } from './progress.mjs'

const refused = () => Promise.reject(new PlainError('no network'))

test('one that is there is taken, and nothing is fetched', async () => {
  const way = vi.fn(refused)
  expect(await findOrFetch(() => '/usr/bin/chromium', [way], vi.fn())).toBe('/usr/bin/chromium')
  expect(way).not.toHaveBeenCalled()
})

test('where one way fails it says why, and the next is tried', async () => {
  let browser: string | null = null
  const install = async () => {
    browser = '/usr/bin/chromium'
  }
  const last = vi.fn(refused)
  const tell = vi.fn()
  expect(await findOrFetch(() => browser, [refused, install, last], tell)).toBe('/usr/bin/chromium')
  expect(tell.mock.calls).toEqual([['no network']])
  expect(last).not.toHaveBeenCalled()
})

test('when none is left it says exactly what to do', async () => {
  const failing = findOrFetch(() => null, [refused], vi.fn())
  await expect(failing).rejects.toBeInstanceOf(PlainError)
  await expect(failing).rejects.toThrow(/apt-get install chromium[\s\S]*CHROMIUM_PATH=.* npm test/)
})

test('a fault of ours is no reason to go on', async () => {
  const broken = () => Promise.reject(new TypeError('not a function'))
  await expect(findOrFetch(() => null, [broken, refused], vi.fn())).rejects.toBeInstanceOf(TypeError)
})
