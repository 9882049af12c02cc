import { expect, test } from 'vitest'
import { isInstalled } from './dependencies.mjs'

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/dev-only': { version: '2.0.0', integrity: 'sha512-d' },
    'node_modules/other-system': { version: '3.0.0', integrity: 'sha512-o', optional: true },
  },
}
const installed = {
  packages: {
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/dev-only': { version: '2.0.0', integrity: 'sha512-d' },
  },
}

test('all but the optional packages is enough', () => {
  expect(isInstalled(wanted, installed)).toBe(true)
})

test('nothing installed', () => {
  expect(isInstalled(wanted, null)).toBe(false)
  expect(isInstalled(wanted, {})).toBe(false)
})

test('a package that is missing, also one for development', () => {
  const { 'node_modules/dev-only': _, ...rest } = installed.packages
  expect(isInstalled(wanted, { packages: rest })).toBe(false)
})

test.each([
  ['another version', { version: '1.0.1', integrity: 'sha512-a' }],
  ['other content', { version: '1.0.0', integrity: 'sha512-b' }],
])('%s', (_, a) => {
  expect(isInstalled(wanted, { packages: { ...installed.packages, 'node_modules/a': a } })).toBe(false)
})

test('an optional package that is there in another version', () => {
  const old = { 'node_modules/other-system': { version: '2.9.0', integrity: 'sha512-x' } }
  expect(isInstalled(wanted, { packages: { ...installed.packages, ...old } })).toBe(false)
})
