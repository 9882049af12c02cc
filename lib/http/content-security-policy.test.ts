import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const directives = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ', 1)[0], directive]))

test('scripts need the nonce, and no image, frame or connection leaves this server', () => {
  const policy = directives(contentSecurityPolicy('abc', false))
  expect(policy.get('script-src')).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'")
  expect(policy.get('img-src')).not.toMatch(/https?:|\*/)
  expect(policy.get('connect-src')).toBe("connect-src 'self'")
  expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'")
})
