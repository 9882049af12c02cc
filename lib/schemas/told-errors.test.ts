import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_STATUS } from '../errors.ts'
import { ENDPOINTS } from './openapi-endpoints.ts'

/** `status code` of every line of the page's table; `model_…` stands for all that begin so. */
function toldIn(page: string): string[] {
  const lines = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, statuses = '', codes = ''] = /^\| (\d{3}(?:, \d{3})*) +\| ([^|]+)/.exec(line) ?? []
    const named = [...codes.matchAll(/`([^`]+)`/g)].map(([, code]) => code)
    return statuses.split(', ').flatMap((status) => named.map((code) => `${status} ${code}`))
  })
}

test.each([
  ['rest.md', (path: string) => /^\/\w+$/.test(path) && path !== '/healthz'],
  ['openai.md', (path: string) => path.startsWith('/v1/')],
])('%s names every error with its status', (page, isOn) => {
  const told = toldIn(page)
  const endpoints = ENDPOINTS.filter(({ path }) => isOn(path))
  const given = endpoints.flatMap(({ errors, renamed }) =>
    errors.map((code) => `${renamed?.[code]?.status ?? ERROR_STATUS[code]} ${renamed?.[code]?.code ?? code}`),
  )
  const isTold = (error: string) => told.includes(error) || told.includes(error.replace(/_.*/, '_…'))
  expect(endpoints.length).toBeGreaterThan(1)
  expect([...new Set(given)].filter((error) => !isTold(error))).toEqual([])
})
