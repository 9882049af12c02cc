import { expect, test } from 'vitest'
import { isTooIntricate } from './intricate'

const code = 'for (const row of rows) if (row[0] * row_size < `x`) result[row] = !row[1]\n'

test.each([
  ['a long list with emphasis', '- **name**: `code` and [link](https://a.example)\n'.repeat(500)],
  [
    'lists five levels deep',
    Array.from({ length: 100 }, (_, i) => `${'   '.repeat(i % 5)}1. item`).join('\n'),
  ],
  ['a large table', `|a|b|c|d|e|f|g|h|i|j|\n|-|-|-|-|-|-|-|-|-|-|\n${'|1|2|3|4|5|6|7|8|9|0|\n'.repeat(500)}`],
  ['a table with short rows', `|a|b|c|\n|-|-|-|\n${'|1|\n'.repeat(500)}`],
  ['code', `Here it is:\n\`\`\`js\n${code.repeat(500)}\`\`\`\nThat is all.`],
  ['a rule of many dashes', `above\n\n${'-'.repeat(200)}\n\n${'- '.repeat(20)}\n\nbelow`],
])('people write %s', (_, text) => expect(isTooIntricate(text)).toBe(false))

test.each([
  ['code whose fence was closed before', `\`\`\`\n\`\`\`\n${code.repeat(500)}`],
  ['a block without end', 'word '.repeat(20_000)],
  ['quoted items that go deeper', Array.from({ length: 60 }, (_, i) => `> ${'  '.repeat(i)}- x`).join('\n')],
])('nobody writes %s', (_, text) => expect(isTooIntricate(text)).toBe(true))
