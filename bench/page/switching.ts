import type { CDPSession, Page } from 'playwright'
import { seededId } from '../../e2e/support/seed-sessions.ts'
import { median } from '../measure.ts'
import type { Result } from '../result.ts'
import { milliseconds } from '../table.ts'
import type { Bench } from './browser.ts'

const ROUNDS = 24
const WARM_UPS = 4

/**
 * How long a pointer rests on a row before it is pressed, in ms: about what a hand takes, and all that a fetch ahead
 * has.
 */
const HOVER = 250

/**
 * The rest after each switch, in ms. What the page still does behind its last paint, as to read the thread once more,
 * is not to be in the next measure, and nothing on the page says when it is over.
 */
const REST = 400

/** Of the network, in ms: none, and as it is to a server some hundred kilometres away. */
const LATENCIES = [0, 80]

/** Between two sessions of so many messages, the newest two of the list, there and back. */
export async function switching(bench: Bench, url: string, messages: number): Promise<Result[]> {
  const results: Result[] = []
  for (const latency of LATENCIES) {
    const { ahead, cold } = await thereAndBack(bench, url, { messages, latency })
    results.push({
      row: 'page',
      work: `switching between two sessions of ${messages.toLocaleString('en')} messages, network ${latency} ms, click → last message painted: fetched ahead ÷ not`,
      medians: [`fetched ahead ${shown(ahead)}`, `not ${shown(cold)}`],
      ratio: median(ahead) / median(cold),
      floor: null,
      aim: null,
    })
  }
  return results
}

const shown = (times: number[]) =>
  `${milliseconds(median(times))} (slowest of ${times.length}: ${milliseconds(Math.max(...times))})`

async function thereAndBack(
  bench: Bench,
  url: string,
  { messages, latency }: { messages: number; latency: number },
): Promise<{ ahead: number[]; cold: number[] }> {
  const { page, cdp } = bench
  const go = { to: 1, messages }
  await page.goto(`${url}/c/${seededId(0)}`)
  await page.waitForSelector(lastOf(0, messages))
  await page.waitForLoadState('networkidle')
  await setLatency(cdp, latency)
  // The cold ones first: what was fetched ahead once is kept for some minutes.
  const times: Record<'cold' | 'ahead', number[]> = { cold: [], ahead: [] }
  for (const kind of ['cold', 'ahead'] as const)
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      const ms = await (kind === 'cold' ? clickCold : clickAhead)(page, go)
      if (round >= 0) times[kind].push(ms)
      go.to = 1 - go.to
      await page.waitForTimeout(REST)
    }
  await setLatency(cdp, 0)
  return times
}

type Switch = { to: number; messages: number }

const linkOf = (index: number) => `[data-session="${seededId(index)}"]`
const lastOf = (index: number, messages: number) => `article[id="m-${seededId(index)}-${messages - 1}"]`

const arm = (page: Page, { to, messages }: Switch) =>
  page.evaluate(
    (selector) => probe.arm('click', () => document.querySelector(selector) !== null),
    lastOf(to, messages),
  )

/** Without a pointer there is nothing to be fetched for. */
async function clickCold(page: Page, go: Switch): Promise<number> {
  await arm(page, go)
  await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), linkOf(go.to))
  return page.evaluate(() => probe.taken())
}

/** Comes from elsewhere, rests and presses. */
async function clickAhead(page: Page, go: Switch): Promise<number> {
  await page.mouse.move(900, 400)
  const { x, y } = await middleOf(page, linkOf(go.to))
  await page.mouse.move(x, y)
  await page.waitForTimeout(HOVER)
  await arm(page, go)
  await page.mouse.click(x, y)
  return page.evaluate(() => probe.taken())
}

async function setLatency(cdp: CDPSession, latency: number): Promise<void> {
  await cdp.send('Network.enable')
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited })
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not on the screen.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
