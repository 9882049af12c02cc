import { expect, test } from 'vitest'
import type { MessageView } from '@/lib/schemas/message'
import { sampleMessage } from '@/lib/schemas/testing/sample-views'
import { isNeverCalled } from './never-called'

const failed = (code: NonNullable<MessageView['error']>['code']) =>
  isNeverCalled(sampleMessage({ status: 'failed', error: { code, message: 'No.' } }))

test('what was too much for the model was not sent; what failed otherwise was', () => {
  expect(failed('context_too_large')).toBe(true)
  expect(failed('message_too_long')).toBe(true)
  expect(failed('model_refused')).toBe(false)
  expect(isNeverCalled(sampleMessage())).toBe(false)
})
