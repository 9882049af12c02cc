import { expect, test } from 'vitest'
import { safeUrl } from './safe-url'

test.each(['https://example.org/a?b=c#d', 'http://127.0.0.1:8080/', 'mailto:a@example.org'])('%s', (url) => {
  expect(safeUrl(url)).toBe(url)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//example.org/x',
  '/c/secret',
  '#anchor',
  '',
])('no: %j', (url) => {
  expect(safeUrl(url)).toBeNull()
})
