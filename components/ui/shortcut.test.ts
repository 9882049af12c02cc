import { describe, expect, test } from 'vitest'
import { isPressed, keysInWords, type Shortcut } from './shortcut'

const stop: Shortcut = { key: '.', shift: false }
const panel: Shortcut = { key: 'L', code: 'KeyL', shift: true }

const pin: Shortcut = { key: 'P', code: 'KeyP', shift: false, alone: true }

test.each([
  [stop, 'Ctrl .', '⌘.'],
  [panel, 'Ctrl ⇧ L', '⇧⌘L'],
  [pin, 'P', 'P'],
])('%j is written as the machine writes it', (shortcut, elsewhere, onMac) => {
  expect(keysInWords(shortcut, { mac: false })).toBe(elsewhere)
  expect(keysInWords(shortcut, { mac: true })).toBe(onMac)
})

describe('pressed', () => {
  const none = { key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  const dot = { ...none, key: '.', code: 'Period', ctrlKey: true }
  const alone = { ...none, key: 'p', code: 'KeyP' }
  const letter = { ...none, key: 'Д', code: 'KeyL', metaKey: true, shiftKey: true }

  test.each([
    [stop, dot, true],
    [stop, { ...dot, ctrlKey: false, metaKey: true }, true],
    [stop, { ...dot, ctrlKey: false }, false],
    [stop, { ...dot, shiftKey: true }, false],
    [stop, { ...dot, altKey: true }, false],
    [panel, letter, true],
    [panel, { ...letter, shiftKey: false }, false],
    [panel, { ...letter, code: 'KeyO' }, false],
    [pin, alone, true],
    [pin, { ...alone, ctrlKey: true }, false],
    [pin, { ...alone, metaKey: true }, false],
    [pin, { ...alone, shiftKey: true }, false],
    [pin, { ...alone, altKey: true }, false],
  ])('%j by %j: %s', (shortcut, event, expected) => {
    expect(isPressed(shortcut, event)).toBe(expected)
  })
})
