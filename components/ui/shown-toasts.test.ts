import { expect, test } from 'vitest'
import { type Shown, type ToastContent, withToast } from './shown-toasts'

const shown = (...contents: ToastContent[]) => contents.reduce<Shown[]>(withToast, [])
const texts = (toasts: Shown[]) => toasts.map(({ text }) => text)

test('what is said again is shown once, as the newest', () => {
  const toasts = shown({ text: 'Too short.' }, { text: 'Saved.' }, { text: 'Too short.' })
  expect(texts(toasts)).toEqual(['Saved.', 'Too short.'])
  expect(toasts.map(({ id }) => id)).toEqual([2, 3])
})

test('each keeps the undo of its own', () => {
  const action = { label: 'Undo', onPress: () => undefined }
  expect(texts(shown({ text: 'Cleared.', action }, { text: 'Cleared.', action }))).toHaveLength(2)
})

test('five at most, the newest', () => {
  const toasts = shown(...['1', '2', '3', '4', '5', '6'].map((text) => ({ text })))
  expect(texts(toasts)).toEqual(['2', '3', '4', '5', '6'])
})
