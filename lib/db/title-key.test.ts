import { expect, test } from 'vitest'
import { titled } from './title-key.ts'

test('a title brings its key along', () => {
  expect(titled('Ärger', 'user')).toEqual({ title: 'Ärger', titleBy: 'user', titleKey: 'arger' })
})
