import { describe, expect, test } from 'vitest'
import { ofCheck, ofPlaywright, ofVitest, summary } from './test-outcome.mjs'

const file = (status: string, tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})

describe('Vitest', () => {
  test('tests are counted', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [file('failed', ['passed', 'failed'])],
    }
    expect(ofVitest(report, false)).toEqual({ passed: 5, failed: 1 })
  })

  test('a file that cannot be loaded is a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 0,
      testResults: [file('passed', ['passed']), file('failed', [])],
    }
    expect(ofVitest(report, false)).toEqual({ passed: 5, failed: 1 })
  })

  test('an error outside of any test is a failure', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, testResults: [file('passed', ['passed'])] }
    expect(ofVitest(report, false)).toEqual({ passed: 5, failed: 1 })
    expect(ofVitest(report, true)).toEqual({ passed: 5, failed: 0 })
  })

  test('no report is a failure, whatever the exit code', () => {
    expect(ofVitest(null, true)).toEqual({ passed: 0, failed: 1 })
  })
})

describe('Playwright', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 0 }

  test('tests are counted; one that passed only at a second try is told', () => {
    expect(ofPlaywright({ stats: { expected: 4, unexpected: 2, flaky: 1 }, errors: [] }, false)).toEqual({
      passed: 5,
      failed: 2,
      retried: 1,
    })
  })

  test('an error outside of any test is a failure', () => {
    expect(ofPlaywright({ stats, errors: [{}] }, false)).toEqual({ passed: 4, failed: 1 })
    expect(ofPlaywright({ stats, errors: [] }, false)).toEqual({ passed: 4, failed: 1 })
  })

  test('no report is a failure', () => {
    expect(ofPlaywright(null, false)).toEqual({ passed: 0, failed: 1 })
  })
})

test('the summary ends with the sum of all, alone on its line', () => {
  const text = summary([
    { title: 'Lint', outcome: ofCheck(true), seconds: 1 },
    { title: 'Unit tests', outcome: { passed: 40, failed: 2 }, seconds: 2.25 },
    { title: 'End to end', outcome: { passed: 9, failed: 0, retried: 1 }, seconds: 5 },
    { title: 'Build', outcome: ofCheck(false), seconds: 0 },
  ])
  expect(text.split('\n')).toEqual([
    '  Lint        ok      1 passed, 0 failed  (1.0 s)',
    '  Unit tests  FAILED  40 passed, 2 failed  (2.3 s)',
    '  End to end  ok      9 passed, 1 only at the second try, 0 failed  (5.0 s)',
    '  Build       FAILED  0 passed, 1 failed  (0.0 s)',
    '',
    '50 passed, 3 failed',
  ])
})
