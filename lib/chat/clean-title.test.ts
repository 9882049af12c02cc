import { describe, expect, test } from 'vitest'
import { cleanTitle } from './clean-title.ts'

describe('a title', () => {
  test.each([
    ['Sailing at night', 'Sailing at night'],
    ['  Sailing\tat   night \n', 'Sailing at night'],
    ['"Sailing at night"', 'Sailing at night'],
    ['“Sailing at night.”', 'Sailing at night'],
    ['„Segeln bei Nacht“', 'Segeln bei Nacht'],
    ['« Naviguer de nuit »', 'Naviguer de nuit'],
    ["'Sailing at night'.", 'Sailing at night'],
    ['「夜の航海」', '夜の航海'],
    ['夜の航海。', '夜の航海'],
    ['# Sailing at night', 'Sailing at night'],
    ['**Title: "Sailing at night."**', 'Sailing at night'],
    ['Title: **Sailing at night**', 'Sailing at night'],
    ['Titel: Segeln bei Nacht', 'Segeln bei Nacht'],
    ['标题：夜航', '夜航'],
    ['`git rebase` and its dangers', '`git rebase` and its dangers'],
    ['Who said "yes"?', 'Who said "yes"?'],
    ['Waiting for Godot...', 'Waiting for Godot...'],
    ['C++ or Rust', 'C++ or Rust'],
    ['A title for my novel', 'A title for my novel'],
    ['Chat with a database', 'Chat with a database'],
    ['2026', '2026'],
    ['👩‍👩‍👧‍👦 x'.repeat(15), '👩‍👩‍👧‍👦 x'.repeat(15)],
    ['a\u0000b', 'a\uFFFDb'],
  ])('%j becomes %j', (said, title) => {
    expect(cleanTitle(said)).toBe(title)
  })
})

describe('nonsense is no title:', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['a thought', '<think>The user wants a title</think>'],
    ['a thought that was not opened', 'The user wants a title</think>'],
    ['a thought that was not closed', '<think>'],
    ['another tag', '<title>Boats</title>'],
    ['a token of a template', 'Boats<|im_end|>'],
    ['more than a line', 'Boats\nand more'],
    ['a paragraph', 'This conversation is about boats, and how they sail at night, and so on.'],
    ['a paragraph without spaces', '夜'.repeat(61)],
    ['quotes around nothing', '""'],
    ['punctuation', '… ?!'],
    ['an empty name', 'Title:'],
    ['a placeholder', 'New chat'],
    ['a quoted placeholder', '"New Conversation."'],
    ['no name', 'Untitled'],
    ['no name of a chat', 'Untitled chat'],
  ])('%s', (_, said) => {
    expect(cleanTitle(said)).toBeNull()
  })
})

test('a text without an end is none, whatever it repeats', () => {
  for (const text of ['*', '"', '夜', '# ', '.', 'title:'])
    expect(cleanTitle(text.repeat(10_000).slice(0, 100_000))).toBeNull()
})
