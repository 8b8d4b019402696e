import { describe, expect, it } from 'vitest'
import {
  countsOfVitest,
  dearest,
  durationsOfPlaywright,
  failuresOfPlaywright,
  failuresOfProofs,
  failuresOfVitest,
  lastLines,
  formatFailure,
} from './reports.mjs'

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }

describe('the gate’s report of failures', () => {
  it('names the tests of Vitest that failed or were skipped, with the line in their file', () => {
    const trace =
      'AssertionError: expected 1 to be 2\n    at /repo/node_modules/vitest/run.js:3:1\n    at /repo/src/sum.test.ts:12:5'
    const report = {
      testResults: [
        {
          name: '/repo/src/sum.test.ts',
          status: 'failed',
          assertionResults: [
            passed,
            { status: 'failed', fullName: 'sum subtracts', failureMessages: [trace] },
            { status: 'pending', fullName: 'sum waits' },
          ],
        },
        { name: '/repo/src/good.test.ts', status: 'passed', assertionResults: [passed] },
      ],
    }
    expect(failuresOfVitest(report, '/repo')).toEqual([
      {
        name: 'sum subtracts',
        at: 'src/sum.test.ts:12',
        error: ['AssertionError: expected 1 to be 2', '    at /repo/src/sum.test.ts:12:5'],
      },
      { name: 'sum waits', at: 'src/sum.test.ts', error: ['pending'] },
    ])
  })

  it('counts the tests of Vitest that are left to a proof apart from the others', () => {
    const long = { fullName: 'adds for long', tags: ['long'] }
    const report = {
      testResults: [
        { name: '/repo/src/sum.test.ts', status: 'passed', assertionResults: [passed, { ...long, status: 'skipped' }] },
        { name: '/repo/src/more.test.ts', status: 'passed', assertionResults: [{ ...long, status: 'passed' }] },
      ],
    }
    expect(countsOfVitest(report)).toEqual({ passed: 1, failed: 0 })
    expect(failuresOfVitest(report, '/repo')).toEqual([])
    expect(countsOfVitest(report, { long: true })).toEqual({ passed: 1, failed: 1 })
    expect(failuresOfVitest(report, '/repo', { long: true })).toEqual([
      { name: 'adds for long', at: 'src/sum.test.ts', error: ['skipped'] },
    ])
    expect(countsOfVitest(report, { long: 'both' })).toEqual({ passed: 2, failed: 1 })
  })

  it('names a file of Vitest that could not be loaded', () => {
    const report = {
      testResults: [
        {
          name: '/repo/src/bad.test.ts',
          status: 'failed',
          message: 'SyntaxError: Unexpected token',
          assertionResults: [],
        },
      ],
    }
    expect(failuresOfVitest(report, '/repo')).toEqual([
      { name: 'the file itself', at: 'src/bad.test.ts', error: ['SyntaxError: Unexpected token'] },
    ])
  })

  it('names the tests of Playwright that did not go as expected, in any group', () => {
    const error = {
      message: '\u001b[31mError: expect(locator).toBeVisible()\u001b[39m\n\nTimeout: 10000ms',
      location: { file: '/repo/tests/e2e/kit/user.ts', line: 7 },
    }
    const spec = (title: string, line: number, status: string, errors: object[] = []) => ({
      title,
      line,
      file: 'trading/trade.spec.ts',
      tests: [{ status, results: [{ errors }] }],
    })
    const report = {
      errors: [{ message: 'Error: no port' }],
      suites: [
        {
          title: 'trade.spec.ts',
          specs: [spec('buys', 3, 'expected'), spec('sells', 9, 'unexpected', [error])],
          suites: [{ title: 'at night', specs: [spec('sleeps', 20, 'skipped')] }],
        },
      ],
    }
    expect(failuresOfPlaywright(report, 'tests/e2e')).toEqual([
      { name: 'the suite itself', at: 'tests/e2e', error: ['Error: no port'] },
      {
        name: 'sells',
        at: 'tests/e2e/trading/trade.spec.ts:9',
        error: ['Error: expect(locator).toBeVisible()', 'Timeout: 10000ms', 'at user.ts:7'],
      },
      { name: 'at night › sleeps', at: 'tests/e2e/trading/trade.spec.ts:20', error: ['skipped'] },
    ])
  })

  it('has the seconds of each file of browser tests, in any group', () => {
    const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
    const report = {
      suites: [
        { file: 'trading/trade.spec.ts', specs: [spec(1500), spec(2000)], suites: [{ specs: [spec(250, 250)] }] },
        { file: 'shell/walk.spec.ts', specs: [spec(500)] },
      ],
    }
    expect(durationsOfPlaywright(report, 'tests/e2e')).toEqual([
      { file: 'tests/e2e/trading/trade.spec.ts', seconds: 4 },
      { file: 'tests/e2e/shell/walk.spec.ts', seconds: 0.5 },
    ])
  })

  it('names the files that took longest, in the order of their seconds', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }))
    expect(dearest(files).map(({ seconds }) => seconds)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(dearest([])).toEqual([])
  })

  it('names the proofs that failed with the end of what they said', () => {
    const output = `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')}\n`
    const file = 'tests/prove/money/bank.ts'
    const [failure, ...more] = failuresOfProofs({ passed: 3, failed: 1, failures: [{ name: 'bank', file, output }] })
    expect(more).toEqual([])
    expect(failure).toMatchObject({ name: 'bank', at: file })
    expect(failure?.error.at(-1)).toBe('line 39')
    expect(failure?.error.length).toBeLessThan(20)
  })

  it('finds nothing in reports of suites that passed', () => {
    expect(
      failuresOfVitest(
        { testResults: [{ name: '/repo/a.test.ts', status: 'passed', assertionResults: [passed] }] },
        '/repo',
      ),
    ).toEqual([])
    expect(failuresOfPlaywright({ suites: [{ title: 'a', specs: [] }], errors: [] }, 'tests/e2e')).toEqual([])
    expect(failuresOfProofs({ passed: 2, failed: 0 })).toEqual([])
  })

  it('says each failure in a few lines, none of them long', () => {
    expect(formatFailure({ name: 'sells', at: 'a.spec.ts:9', error: ['Error', 'why'] })).toBe(
      'FAILED  a.spec.ts:9  sells\n        Error\n        why',
    )
    expect(lastLines('x'.repeat(5_000))[0]?.length).toBeLessThan(400)
  })
})
