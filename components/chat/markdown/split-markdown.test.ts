import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { refersAcross, splitMarkdown } from './split-markdown'

/** Without the white space between tags, and the empty lines at the end of a code block, which show nothing. */
const bare = (html: string) => html.replace(/>\s+</g, '><').replace(/\s+<\/code>/g, '</code>')
const render = (text: string) =>
  renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text))

describe('splitMarkdown', () => {
  test.each<[string, string, number]>([
    ['paragraphs', 'One\n\nTwo\n\nThree', 3],
    ['a fence with empty lines', '```js\na\n\nb\n```\n\nAfter', 2],
    ['an open fence', 'Before\n\n```js\na\n\nb\n\nc', 2],
    ['a longer fence around a shorter one', '````\n```\n\n```\n\nx\n````\n\nAfter', 2],
    ['a loose list', '- a\n\n- b\n\n  more of b\n\nAfter', 2],
    ['a list right under a paragraph', 'Para:\n1. a\n\n2. b\n\nAfter', 2],
    ['a fence in a list item', '- a\n\n  ```js\n  x\n\n  y\n  ```\n\n- b\n\nAfter', 2],
    ['a number that may become a list item', '1. a\n\n2', 1],
    ['an indented continuation', 'A[^1]\n\n[^1]: Note\n\n    more\n\nAfter', 3],
    ['a table', '| a |\n| - |\n| b |\n\nAfter', 2],
    ['nothing', '', 0],
    ['empty lines alone', '\n\n\n', 1],
  ])('%s', (_, text, count) => {
    const blocks = splitMarkdown(text)
    expect(blocks).toHaveLength(count)
    expect(blocks.join('')).toBe(text)
  })

  const line = fc.constantFrom(
    '', '', '', 'Text **bold** and `code`', 'More text', '# Heading', '- item', '* item', '1. one', '1) other',
    '  continued', '    indented four', '```js', '```', '~~~', '  ```', '  ```', '    ```', '- ```js', '> quote', '> - quoted item',
    '| a | b |', '| - | - |', '| 1 | 2 |', '---', '***', '===', '- [ ] task', '  - nested', '1', '\tTab',
  ) // biome-ignore format: a list of lines
  const markdown = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'))

  test('blocks rendered one by one are the text rendered whole', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(bare(splitMarkdown(text).map(render).join(''))).toBe(bare(render(text)))
      }),
      { numRuns: 1_500 },
    )
  })

  test('what is frozen stays as it is when text is added', () => {
    fc.assert(
      fc.property(markdown, markdown, (text, more) => {
        const frozen = splitMarkdown(`${text}\n`).slice(0, -1)
        expect(splitMarkdown(`${text}\n${more}`).slice(0, frozen.length)).toEqual(frozen)
      }),
      { numRuns: 1_500 },
    )
  })
})

test('definitions are seen, brackets in prose are not', () => {
  expect(refersAcross('See [a].\n\n[a]: https://example.org')).toBe(true)
  expect(refersAcross('A note[^1].\n\n[^1]: Here')).toBe(true)
  expect(refersAcross('An array [0] and: more')).toBe(false)
})
