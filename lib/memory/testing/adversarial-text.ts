import fc from 'fast-check'

/** Text that tries to end a quote, or to seem to stand outside of it: ends of lines, signs and marks, and `words`. */
export const adversarialText = (...words: string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\r',
          '\n',
          '\v',
          '\f',
          '\x85',
          '\u2028',
          '\u2029',
          '>',
          '> ',
          '{summary}',
          '{count}',
          '{passages}',
          '$&',
          '"',
          ...words,
        ),
        fc.string({ unit: 'binary', maxLength: 5 }),
      ),
    )
    .map((pieces) => pieces.join(''))
