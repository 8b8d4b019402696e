// Reads which tests failed out of the reports of the suites that the gate runs.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const LINES = 14
const WIDTH = 300

const clean = (text) => stripVTControlCharacters(String(text ?? '')).trim()
const isRelevant = (line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line)

/** The first lines of an error, as they stand in the tail of a log. */
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

/** The JSON report of Vitest. A file that could not be loaded has failed without a test. */
export function failuresOfVitest({ testResults = [] }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults = [] }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((one) => one.status !== 'passed')
    if (tests.length === 0)
      return status === 'failed' ? [{ name: 'the file itself', at: file, error: firstLines(message) }] : []
    return tests.map(({ fullName, status: outcome, failureMessages = [] }) => {
      const trace = failureMessages.join('\n')
      return { name: fullName, at: file + lineIn(name, trace), error: trace === '' ? [outcome] : firstLines(trace) }
    })
  })
}

/** The JSON report of Playwright; `folder` is where its tests stand. */
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

/** The report of the proofs (tests/prove/run.ts). */
export const failuresOfProofs = ({ failures = [] }, folder) =>
  failures.map(({ name, output }) => ({ name, at: `${folder}/${name}.ts`, error: lastLines(output) }))

/** One failure, as the gate says it before its last line. */
export const formatFailure = ({ name, at, error }) =>
  [`FAILED  ${at}  ${name}`, ...error.map((line) => `        ${line}`)].join('\n')
