import { describe, expect, test } from 'vitest'
import { ownPath, signInPath, signInQuery } from './sign-in.ts'

describe('where one wanted to go', () => {
  test.each(['/', '/c/1', '/settings?tab=1#about', '/c/a%2Fb', '/c/x//y'])('%s is followed', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/c/../..//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '@evil.example',
    'evil.example',
    '//[',
    '',
  ])('%j leads home', (address) => {
    expect(ownPath(address)).toBe('/')
  })

  test('dots lead nowhere beyond this server', () => {
    expect(ownPath('/../../etc/passwd')).toBe('/etc/passwd')
  })

  test('no line break gets into a header', () => {
    expect(ownPath('/a\r\nset-cookie: x=y')).toBe('/aset-cookie:%20x=y')
  })
})

test('the page’s address and what is read of it agree', () => {
  const path = signInPath('/c/1?a=b', { refused: 'wait', seconds: 30 })
  const query = Object.fromEntries(new URL(path, 'http://own.invalid').searchParams)
  expect(signInQuery.parse(query)).toEqual({ next: '/c/1?a=b', refused: 'wait', seconds: 30 })
  expect(signInPath('/')).toBe('/sign-in')
  expect(signInPath('//evil.example')).toBe('/sign-in')
})

test('what is wrong with the address counts as not there', () => {
  expect(signInQuery.parse({ next: ['/a', '/b'], refused: 'maybe', seconds: '-1' })).toEqual({
    next: '/',
    refused: null,
    seconds: null,
  })
})
