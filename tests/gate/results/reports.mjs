// Reads which tests failed out of the reports of the suites that the gate runs.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { LONG_TAG } from '../long.mjs'

const LINES = 14
const WIDTH = 300

const clean = (text) => stripVTControlCharacters(String(text ?? '')).trim()
const isRelevant = (line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line)

/** The first lines of an error, as they are in the tail of a log. */
const firstLines = (text, lines = LINES) =>
  clean(text)
    .split('\n')
    .filter(isRelevant)
    .slice(0, lines)
    .map((line) => line.slice(0, WIDTH))

/** The last lines that a command said. */
export const lastLines = (text, lines = LINES) =>
  clean(text)
    .split('\n')
    .filter(isRelevant)
    .slice(-lines)
    .map((line) => line.slice(0, WIDTH))

/** Where in the file of a test its error was thrown, as far as the trace says it. */
function lineIn(file, trace) {
  const at = trace.indexOf(`${file}:`)
  const line = at < 0 ? null : /^\d+/.exec(trace.slice(at + file.length + 1))
  return line ? `:${line[0]}` : ''
}

/** The tests of a report of Vitest that are marked LONG (tests/support/long.ts), those that are not, or with `long: 'both'` all of them. */
export const testsOfVitest = ({ testResults = [] }, { long = false } = {}) =>
  testResults.flatMap(({ name, assertionResults = [] }) =>
    assertionResults
      .filter(({ tags = [] }) => long === 'both' || tags.includes(LONG_TAG) === long)
      .map((test) => ({ ...test, file: name })),
  )

/** The failed tests of a report of Vitest. A file that could not be loaded has failed without a test. */
export function failuresOfVitest(report, root, kind) {
  const tests = testsOfVitest(report, kind)
  const broken = (report.testResults ?? []).filter(
    ({ name, status }) =>
      status === 'failed' && tests.every(({ file, status: outcome }) => file !== name || outcome === 'passed'),
  )
  return [
    ...broken.map(({ name, message }) => ({
      name: 'the file itself',
      at: relative(root, name),
      error: firstLines(message),
    })),
    ...tests
      .filter(({ status }) => status !== 'passed')
      .map(({ file, fullName, status, failureMessages = [] }) => {
        const trace = failureMessages.join('\n')
        return {
          name: fullName,
          at: relative(root, file) + lineIn(file, trace),
          error: trace === '' ? [status] : firstLines(trace),
        }
      }),
  ]
}

/** How many tests of a report of Vitest passed and failed; one that did not run has failed, as has a broken file. */
export const countsOfVitest = (report, kind) => ({
  passed: testsOfVitest(report, kind).filter(({ status }) => status === 'passed').length,
  failed: failuresOfVitest(report, '', kind).length,
})

/** The JSON report of Playwright; `folder` is the folder of its tests. */
export function failuresOfPlaywright({ suites = [], errors = [] }, folder) {
  const ofSpec = (spec, above) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) => {
        const output = results
          .flatMap((result) => result.errors ?? [])
          .flatMap(({ message, location }) => [
            ...firstLines(message),
            ...(location ? [`at ${location.file.split('/').at(-1)}:${location.line}`] : []),
          ])
        return {
          name: [...above, spec.title].join(' › '),
          at: `${folder}/${spec.file}:${spec.line}`,
          error: output.length > 0 ? output : [status],
        }
      })
  const ofSuite = (suite, above) => [
    ...(suite.specs ?? []).flatMap((spec) => ofSpec(spec, above)),
    ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, [...above, inner.title])),
  ]
  return [
    ...errors.map(({ message }) => ({ name: 'the suite itself', at: folder, error: firstLines(message) })),
    ...suites.flatMap((suite) => ofSuite(suite, [])),
  ]
}

/** The seconds of each file of browser tests. */
export const durationsOfPlaywright = ({ suites = [] }, folder) => {
  const secondsOf = ({ specs = [], suites: inner = [] }) =>
    specs
      .flatMap(({ tests }) => tests)
      .flatMap(({ results }) => results)
      .reduce((sum, { duration = 0 }) => sum + duration / 1000, 0) +
    inner.reduce((sum, suite) => sum + secondsOf(suite), 0)
  return suites.map((suite) => ({ file: `${folder}/${suite.file}`, seconds: secondsOf(suite) }))
}

/** The files that took the most seconds, the dearest first. */
export const dearest = (durations, count = 10) => durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)

/** The report of the proofs (tests/prove/run.ts). */
export const failuresOfProofs = ({ failures = [] }) =>
  failures.map(({ name, file, output }) => ({ name, at: file, error: lastLines(output) }))

/** One failure, as the gate says it before its last line. */
export const formatFailure = ({ name, at, error }) =>
  [`FAILED  ${at}  ${name}`, ...error.map((line) => `        ${line}`)].join('\n')
