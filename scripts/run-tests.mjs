import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './ensure-browser.mjs'
import { prepare, root } from './prepare.mjs'
import { createProgress, PlainError } from './progress.mjs'
import { ofCheck, ofPlaywright, ofVitest, summary } from './test-outcome.mjs'

/** @typedef {import('./test-outcome.mjs').Outcome} Outcome */

/**
 * Runs a command of the dependencies, or a script of ours, before the user's eyes; says whether it succeeded.
 * @param {string} node
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function run(node, script, args, env = {}) {
  const nodeFirst = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`
  const child = spawn(node, [path.join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, PATH: nodeFirst, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** @template T @param {string} file @returns {T | null} null when the runner ended before it wrote its report */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Every step runs, whatever the others said; only the end-to-end tests need a build and a browser.
 * @param {string} node
 * @param {string | null} browser
 * @param {string} reports a folder for the runners' reports
 */
async function runSteps(node, browser, reports) {
  /** @type {{ title: string, outcome: Outcome, seconds: number }[]} */
  const steps = []
  /** @param {string} title @param {() => Promise<Outcome>} work */
  const step = async (title, work) => {
    console.log(`\n== ${title}`)
    const begun = Date.now()
    const outcome = await work()
    steps.push({ title, outcome, seconds: (Date.now() - begun) / 1000 })
    return outcome.failed === 0
  }
  /** @param {string} title @param {string} script @param {string[]} args */
  const check = (title, script, args) => step(title, async () => ofCheck(await run(node, script, args)))

  await check('Lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '.'])
  await check('Types', 'node_modules/typescript/bin/tsc', ['--noEmit'])
  await step('Unit and contract tests', async () => {
    const file = path.join(reports, 'vitest.json')
    const args = [
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const succeeded = await run(node, 'node_modules/vitest/vitest.mjs', args)
    return ofVitest(readReport(file), succeeded)
  })
  await check('Models and migrations agree', 'scripts/migrate.ts', ['check'])
  const built = await check('Build', 'scripts/build.ts', [])
  await step('End-to-end tests', async () => {
    if (!built || !browser) {
      console.log(built ? 'Not run: there is no browser.' : 'Not run: there is no build.')
      return ofCheck(false)
    }
    // A machine that stands still for seconds is no fault of ours; what fails twice is.
    const file = path.join(reports, 'playwright.json')
    const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const succeeded = await run(
      node,
      'node_modules/@playwright/test/cli.js',
      ['test', '--forbid-only', '--retries=1', '--reporter=list,json'],
      env,
    )
    return ofPlaywright(readReport(file), succeeded)
  })
  return steps
}

/** `npm test`: installs what is missing, runs every step, and ends with a line that counts what passed and failed. */
export async function runTests() {
  const progress = createProgress()
  const reports = mkdtempSync(path.join(tmpdir(), 'throughline-reports-'))
  /** @param {unknown} error */
  const tell = (error) => {
    if (!(error instanceof PlainError)) throw error
    console.error(error.message)
    return null
  }
  try {
    const node = await prepare(progress)
    const browser = await ensureBrowser(root, node, progress).catch(tell)
    const steps = await runSteps(node, browser, reports)
    console.log(`\n${summary(steps)}`)
    if (steps.some((step) => step.outcome.failed > 0)) process.exitCode = 1
  } catch (error) {
    tell(error)
    console.log(summary([{ title: 'Preparation', outcome: ofCheck(false), seconds: 0 }]))
    process.exitCode = 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}
