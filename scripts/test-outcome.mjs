/**
 * How a step of `npm test` ended: tests counted, or the step itself as one. `retried`: of those that passed, how many did
 * so only at the second try, which is told and to be looked into.
 * @typedef {{ passed: number, failed: number, retried?: number }} Outcome
 */

/**
 * A check that has no tests of its own counts as one.
 * @param {boolean} succeeded
 * @returns {Outcome}
 */
export const ofCheck = (succeeded) => (succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * A runner that fails without a failed test (a file that cannot be loaded, an error after the last test) counts as one
 * failure, and so does one that says nothing.
 * @param {Outcome | null} counted
 * @param {boolean} succeeded
 * @returns {Outcome}
 */
function ofRunner(counted, succeeded) {
  if (!counted) return ofCheck(false)
  return succeeded || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] } | null} report
 *   of Vitest's JSON reporter
 * @param {boolean} succeeded
 */
export function ofVitest(report, succeeded) {
  if (!report) return ofRunner(null, succeeded)
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return ofRunner(
    { passed: report.numPassedTests, failed: report.numFailedTests + unloadable.length },
    succeeded,
  )
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] } | null} report of
 *   Playwright's JSON reporter
 * @param {boolean} succeeded
 */
export function ofPlaywright(report, succeeded) {
  if (!report) return ofRunner(null, succeeded)
  const { expected, unexpected, flaky } = report.stats
  const counted = { passed: expected + flaky, failed: unexpected + report.errors.length }
  return ofRunner(flaky > 0 ? { ...counted, retried: flaky } : counted, succeeded)
}

/**
 * A line for each step, and the sum of all, alone on the last line.
 * @param {{ title: string, outcome: Outcome, seconds: number }[]} steps
 */
export function summary(steps) {
  const width = Math.max(...steps.map((step) => step.title.length))
  const lines = steps.map(({ title, outcome: { passed, failed, retried = 0 }, seconds }) => {
    const verdict = failed > 0 ? 'FAILED' : 'ok'
    const again = retried > 0 ? `, ${retried} only at the second try` : ''
    return `  ${title.padEnd(width)}  ${verdict.padEnd(6)}  ${passed} passed${again}, ${failed} failed  (${seconds.toFixed(1)} s)`
  })
  /** @param {'passed' | 'failed'} kind */
  const total = (kind) => steps.reduce((sum, step) => sum + step.outcome[kind], 0)
  return [...lines, '', `${total('passed')} passed, ${total('failed')} failed`].join('\n')
}
