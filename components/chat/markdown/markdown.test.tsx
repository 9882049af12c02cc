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
