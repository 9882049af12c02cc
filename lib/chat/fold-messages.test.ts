import { expect, test } from 'vitest'
import { DEFAULT_SUMMARY_PROMPT } from '../memory/index.ts'
import { foldMessages, SUMMARY_INSTRUCTIONS } from './fold-messages.ts'

const instructions = (words: number) => foldMessages(DEFAULT_SUMMARY_PROMPT, null, [], words)[0]?.content

test('the room there is counts before what the prompt says, where it is less', () => {
  expect(instructions(400)).toBe(SUMMARY_INSTRUCTIONS)
  expect(instructions(56)).toBe(
    `${SUMMARY_INSTRUCTIONS}\nThere is room for no more than about 56 words, whatever length is named below.`,
  )
})
