import type { Page } from 'playwright'
import { median } from '../measure.ts'
import type { Result } from '../result.ts'
import { milliseconds, number } from '../table.ts'
import { type Bench, heapOf } from './browser.ts'

const FILTER = 'input[type="search"]'
const ROWS = 'nav [data-session]'
const WORDS = ['kalman', 'garden', 'oauth', 'sourdough', 'bayesian']

/** The sidebar at so many sessions. */
export async function sidebar(bench: Bench, url: string, count: number): Promise<Result[]> {
  const { page } = bench
  const line = (work: string, ...medians: string[]): Result => ({
    row: 'page',
    work: `sidebar, ${number(count)} sessions: ${work}`,
    medians,
    ratio: null,
    floor: null,
    aim: null,
  })
  await page.goto(`${url}/`)
  await page.waitForSelector(ROWS)
  const first = await page.evaluate(() => probe.painted().then(() => performance.now()))
  await page.waitForLoadState('networkidle')
  const heapBefore = await heapOf(bench)
  const nodesBefore = await nodes(page)
  const ahead = await typing(page)

  await page.evaluate(() => probe.longTasks())
  const loaded = await loadAll(page)
  const loading = await page.evaluate(() => probe.longTasks())
  const walk = await walkThrough(page)
  const heapAfter = await heapOf(bench)
  const behind = await typing(page)
  const mounted = await mount(page)
  return [
    line('page asked for → first rows painted', milliseconds(first)),
    line(
      'DOM nodes of the sidebar',
      `at the top ${nodesBefore}`,
      `all loaded, at the end ${await nodes(page)}`,
    ),
    line(
      'filter, keystroke → rows painted (60 ms of it are waited)',
      `first page loaded ${milliseconds(median(ahead))}`,
      `all loaded ${milliseconds(median(behind))}`,
    ),
    line(
      'scrolled to the end, all fetched',
      `${milliseconds(loaded.ms)}, ${loaded.requests} requests`,
      `longest task ${longest(loading)}`,
    ),
    line(
      'scrolled through all, a screen a frame',
      `longest task ${longest(walk.tasks)}`,
      `frames: median ${milliseconds(median(walk.frames))}, slowest ${milliseconds(Math.max(...walk.frames))}`,
    ),
    line('list drawn anew with all loaded (a filter taken away)', milliseconds(median(mounted))),
    line(
      'heap of the page',
      `first page loaded ${megabytes(heapBefore)}`,
      `all loaded ${megabytes(heapAfter)}`,
    ),
  ]
}

const longest = (tasks: number[]) => (tasks.length === 0 ? 'under 50 ms' : milliseconds(Math.max(...tasks)))
const megabytes = (bytes: number) => `${number(bytes / 1_000_000)} MB`
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('nav *').length)

/** One word after the other, letter by letter, each time from the key to the rows that it leads to. */
async function typing(page: Page): Promise<number[]> {
  const times: number[] = []
  const field = page.locator(FILTER).first()
  for (const word of WORDS) {
    for (let length = 2; length <= word.length; length++) {
      const typed = word.slice(0, length)
      await field.fill(typed.slice(0, -1))
      await page.waitForFunction(
        (part) => document.querySelector('nav mark')?.textContent?.toLowerCase() === part,
        typed.slice(0, -1),
      )
      await page.evaluate((part) => {
        const marked = () => [...document.querySelectorAll('nav mark')].map(({ textContent }) => textContent)
        probe.arm('keydown', () => {
          const marks = marked()
          return marks.length > 0 && marks.every((mark) => mark?.toLowerCase() === part)
        })
      }, typed)
      await field.press(typed.slice(-1))
      times.push(await page.evaluate(() => probe.taken()))
    }
  }
  await field.fill('')
  return times
}

/** Down to the end again and again, until there is nothing older. */
async function loadAll(page: Page): Promise<{ ms: number; requests: number }> {
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/sessions?cursor')) requests += 1
  })
  const ms = await page.evaluate(async () => {
    const start = performance.now()
    const scroller = document.querySelector('nav section')?.parentElement?.parentElement
    if (!scroller) throw new Error('There is no list.')
    let height = 0
    // The button for more goes with the last page.
    while (scroller.querySelector(':scope > button') || scroller.scrollHeight !== height) {
      height = scroller.scrollHeight
      scroller.scrollTop = height
      await probe.painted()
    }
    return performance.now() - start
  })
  return { ms, requests }
}

async function walkThrough(page: Page): Promise<{ tasks: number[]; frames: number[] }> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('nav section')?.parentElement?.parentElement
    if (!scroller) throw new Error('There is no list.')
    scroller.scrollTop = 0
    await probe.painted()
    probe.longTasks()
    const frames: number[] = []
    for (let top = 0; top < scroller.scrollHeight - scroller.clientHeight; top += scroller.clientHeight) {
      const start = performance.now()
      scroller.scrollTop = top
      await probe.painted()
      frames.push(performance.now() - start)
    }
    return { tasks: probe.longTasks(), frames }
  })
}

async function mount(page: Page): Promise<number[]> {
  const times: number[] = []
  const field = page.locator(FILTER).first()
  for (let round = 0; round < 10; round++) {
    await field.fill('garden')
    await page.waitForSelector('nav mark')
    await page.evaluate(
      (rows) =>
        probe.arm('keydown', () => !document.querySelector('nav mark') && !!document.querySelector(rows)),
      ROWS,
    )
    await field.press('Escape')
    times.push(await page.evaluate(() => probe.taken()))
  }
  return times
}
