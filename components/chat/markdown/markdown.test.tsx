import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { AppProviders } from '@/components/ui/app-providers'
import { Markdown } from './markdown'

const render = (text: string, growing = false) => {
  const page = renderToStaticMarkup(
    <AppProviders nonce={undefined}>
      <Markdown text={text} growing={growing} />
    </AppProviders>,
  )
  return page.slice(page.indexOf('<div class="prose">'))
}

describe('what a model writes cannot act', () => {
  test('HTML is text', () => {
    const html = render('<img src=x onerror=alert(1)><script>alert(1)</script>\n\n<b onclick="x()">bold</b>')
    expect(html).not.toMatch(/<(script|img|b)[ >]/)
    expect(html).toContain('&lt;script&gt;')
  })

  test.each(['[x](javascript:alert(1))', '<javascript:alert(1)>', '[x](data:text/html,hi)', '[x](/c/other)'])(
    'no link: %s',
    (text) => {
      expect(render(text)).not.toContain('href=')
    },
  )

  test('a link opens elsewhere and tells nothing of here', () => {
    const html = render('[x](https://example.org)')
    expect(html).toContain('href="https://example.org/"')
    expect(html).toContain('rel="noopener noreferrer nofollow"')
    expect(html).toContain('target="_blank"')
  })

  test('an image does not load; its host and name are said', () => {
    const html = render('![A map](https://pics.example.org/m.png?q=secret)')
    expect(html).not.toContain('<img')
    expect(html).toContain('A map')
    expect(html).toContain('from pics.example.org, not loaded')
    expect(render('![x](data:image/png;base64,AAAA)')).not.toContain('href=')
  })
})

describe('what would take the page down is shown as the text it is', () => {
  test.each([
    ['quotes within quotes', `${'>'.repeat(10_000)} end`],
    ['items within items', `${'- '.repeat(10_000)}end`],
    ['one level more a line', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')],
    ['emphasis within emphasis', `${'*a **b '.repeat(10_000)}${' c** d*'.repeat(10_000)}`],
    ['the same behind a fence that is none', `<!--\n\`\`\`\n-->\n\n${'*a **b '.repeat(10_000)}end`],
    ['images within images', `${'!['.repeat(5_000)}x${'](http://a.b/)'.repeat(5_000)}`],
    [
      'a table that fills itself up',
      `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|x|\n'.repeat(2_000)}`,
    ],
  ])('%s', (_, text) => {
    const html = render(text)
    expect(html).toContain('whitespace-pre-wrap')
    expect(html).not.toMatch(/<(blockquote|ul|em|table)\b/)
  })

  test('one such block leaves the others as they are', () => {
    expect(render(`**fine**\n\n${'>'.repeat(10_000)} end\n\n**fine too**`)).toContain(
      '<strong>fine too</strong>',
    )
  })

  test('a megabyte: its start as Markdown, and every word to the end', () => {
    const html = render(`**bold**\n\n${'words '.repeat(170_000)}end`)
    expect(html).toContain('<strong>bold</strong>')
    expect(html).toContain('words end')
  })

  test('an address that many links share is not repeated without end', () => {
    const html = render(`[a]: http://x.example/${'y'.repeat(20_000)}\n\n${'[a]\n\n'.repeat(500)}`)
    expect(html.length).toBeLessThan(1_000_000)
  })
})

test('references reach across blocks once the text is finished', () => {
  const text = 'See [the page][p].\n\nMore.\n\n[p]: https://example.org'
  expect(render(text)).toContain('href="https://example.org/"')
  expect(render(text, true)).toContain('More.')
})

test('code names its language, and every block finds its own direction', () => {
  const html = render('مرحبا\n\n- البند\n\n  ثان\n\nHello\n\n```rust\nfn main() {}\n```')
  expect(html).toContain('<span>rust</span>')
  expect(html.match(/<p dir="auto">/g)).toHaveLength(2)
  expect(html).toContain('<ul dir="auto">')
})

test('the boxes of a task list say what they show', () => {
  const html = render('- [x] one\n- [ ] two')
  expect(html.match(/(?<=<input[^>]*)aria-label="[^"]*"/g)).toEqual([
    'aria-label="Done"',
    'aria-label="Not done"',
  ])
})
