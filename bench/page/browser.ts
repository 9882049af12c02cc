import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { launchOptions } from '../../scripts/browser-here.mjs'

/** The browser that the tests run in. Its frames come at the pace of a screen. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions())

export type Bench = { page: Page; cdp: CDPSession }

/** In a window of a usual size. */
export async function openPage(browser: Browser): Promise<Bench> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(installProbe)
  return { page, cdp: await page.context().newCDPSession(page) }
}

/** Bytes that the page's scripts hold, after what they let go of is collected. */
export async function heapOf({ cdp }: Bench): Promise<number> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize
}

export type Probe = {
  /** From the next event of that kind on, until `isThere` says so: looked at with every change of the page. */
  arm(event: 'click' | 'keydown', isThere: () => boolean): void
  /** How long that took with the painting of it, in ms. */
  taken(): Promise<number>
  painted(): Promise<void>
  /** Tasks of more than 50 ms, in ms, since the last call. */
  longTasks(): number[]
}

/** Stands in the page as `window.probe`: a clock beside what it times. */
function installProbe(): void {
  let tasks: number[] = []
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })

  const painted = () =>
    new Promise<void>((resolve) => {
      // A frame's callbacks run before it is painted, a message behind them after.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(0)
      })
    })
  let armed: Promise<number> | null = null
  const probe: Probe = {
    arm(event, isThere) {
      armed = new Promise((resolve) => {
        const begin = () => {
          const start = performance.now()
          const look = () => {
            if (!isThere()) return
            observer.disconnect()
            void painted().then(() => resolve(performance.now() - start))
          }
          const observer = new MutationObserver(look)
          observer.observe(document.body, { subtree: true, childList: true, characterData: true })
          look()
        }
        window.addEventListener(event, begin, { capture: true, once: true })
      })
    },
    taken: () => armed ?? Promise.reject(new Error('The probe was not armed.')),
    painted,
    longTasks: () => {
      const seen = tasks
      tasks = []
      return seen
    },
  }
  Object.assign(window, { probe })
}

declare global {
  var probe: Probe
}
