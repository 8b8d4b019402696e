// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { junitOf } from './junit.mjs'

const parse = (text: string): Document => new DOMParser().parseFromString(text, 'application/xml')

describe('the JUnit report of the gate', () => {
  it('has a suite for each part, and a test case with its error for each failure', () => {
    const document = parse(
      junitOf([
        { name: 'types', passed: 1, failed: 0, seconds: 6, failures: [] },
        {
          name: 'browser tests',
          passed: 200,
          failed: 1,
          seconds: 300,
          failures: [{ name: 'sells', at: 'trade.spec.ts:9', error: ['Error: no price', 'at trade.spec.ts:12'] }],
        },
      ]),
    )
    const suites = [...document.querySelectorAll('testsuite')]
    expect(suites.map((suite) => [suite.getAttribute('tests'), suite.getAttribute('failures')])).toEqual([
      ['1', '0'],
      ['201', '1'],
    ])
    expect(document.querySelectorAll('failure')).toHaveLength(1)
    const [failure] = document.querySelectorAll('testcase[name="sells"][file="trade.spec.ts:9"] > failure')
    expect(failure?.getAttribute('message')).toBe('Error: no price')
    expect(failure?.textContent).toBe('Error: no price\nat trade.spec.ts:12')
  })

  it('escapes what XML reserves, and leaves out what it cannot contain', () => {
    const error = ['expected <b> & "c"\u001b[31m not \u0000']
    const document = parse(
      junitOf([{ name: 'a & b', passed: 0, failed: 1, seconds: 1, failures: [{ name: '<x>', at: 'a', error }] }]),
    )
    expect(document.querySelector('failure')?.textContent).toBe('expected <b> & "c"[31m not ')
  })
})
