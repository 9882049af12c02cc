import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block'
import { rehypeDirection } from './direction'
import { ImageLink } from './image-link'
import { isTooIntricate } from './intricate'
import { SafeLink } from './safe-link'
import { ScrollTable } from './scroll-table'
import { refersAcross, splitMarkdown } from './split-markdown'
import './markdown.css'

// The page's own headings stand above those of an answer.
const COMPONENTS: Components = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : ''} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <ScrollTable>{children}</ScrollTable>,
  // The only inputs in Markdown: the boxes of a task list.
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked ?? false} aria-label={checked ? 'Done' : 'Not done'} />
  ),
}
const REMARK = [remarkGfm]
const REHYPE = [rehypeDirection]

/** UTF-16 units and blocks: what follows them is shown as text, so that the longest answer can be opened. */
const RENDERED = { units: 200_000, blocks: 1_500 }

/** Addresses are judged where they are used, by `safeUrl`. */
const asWritten = (url: string) => url

/**
 * A model's text. While it grows, all blocks but the last are kept as they were rendered. HTML in it is shown as
 * the text it is, never run.
 */
export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const start = text.length > RENDERED.units ? text.slice(0, lineEndBefore(text, RENDERED.units)) : text
  const whole = !growing && refersAcross(start) && !isTooIntricate(start)
  const blocks = whole ? [start] : splitMarkdown(start).slice(0, RENDERED.blocks)
  const rest = text.slice(blocks.reduce((length, block) => length + block.length, 0))
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block keeps its place while text is added.
        <Block key={index} text={block} />
      ))}
      {rest !== '' && <AsText text={rest} />}
    </div>
  )
}

/** 0 where there is none. */
const lineEndBefore = (text: string, most: number): number => text.lastIndexOf('\n', most - 1) + 1

const Block = memo(function Block({ text }: { text: string }) {
  if (isTooIntricate(text)) return <AsText text={text} />
  return (
    <ReactMarkdown
      components={COMPONENTS}
      remarkPlugins={REMARK}
      rehypePlugins={REHYPE}
      urlTransform={asWritten}
    >
      {text}
    </ReactMarkdown>
  )
})

function AsText({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  )
}
