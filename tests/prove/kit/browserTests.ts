import { ensureChromium } from '../../../codegen/commands/setup.mjs'
import { LONG } from '../../e2e/kit/long.ts'
import { failuresOfPlaywright } from '../../gate/reports.mjs'
import type { ProofResult } from './proof.ts'
import type { Random } from './random.ts'
import { runTests } from './testRunner.ts'

const FOLDER = 'tests/e2e'

interface Test {
  file: string
  line: number
}

interface Suite {
  suites?: Suite[]
  specs?: Test[]
}

interface Report {
  suites: Suite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

export interface Choice {
  /** Only the tests marked LONG. */
  onlyLong?: boolean
  /** How many files to take a test of, at random; without it every test runs. */
  files?: { count: number; random: Random }
  /** Environment variables of the tests. */
  env?: Readonly<Record<string, string>>
}

const runPlaywright = ({ onlyLong = false, env }: Choice, ...options: readonly string[]) =>
  runTests<Report>((file) => ({
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=tests/e2e/playwright.config.ts',
      '--reporter=json',
      ...(onlyLong ? [`--grep=${LONG.tag}`] : []),
      ...options,
    ],
    env: { PLACARD_CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env },
  }))

const testsOf = ({ suites = [], specs = [] }: Suite): Test[] => [...specs, ...suites.flatMap(testsOf)]

/** Places of the chosen tests: file and line. */
function placesOf(choice: Choice): string[] {
  const tests = runPlaywright(choice, '--list').report.suites.flatMap(testsOf)
  const { count, random } = choice.files ?? {}
  if (count === undefined || random === undefined) return tests.map(placeOf)
  const files = [...new Set(tests.map(({ file }) => file))]
  return random
    .shuffled(files)
    .slice(0, count)
    .map((name) => placeOf(random.pick(tests.filter(({ file }) => file === name))))
}

const placeOf = ({ file, line }: Test): string => `${FOLDER}/${file}:${line}`

/** Runs browser tests and logs those that fail. A test that is skipped, or does not run, is a fault. */
export function proveBrowserTests(choice: Choice, log: (line: string) => void): ProofResult {
  const places = placesOf(choice)
  const { status, report } = runPlaywright(choice, ...(choice.files ? places : []))
  for (const { name, at, error } of failuresOfPlaywright(report, FOLDER)) log(`${at} ${name}: ${error.join('\n')}`)
  const { expected: tests, unexpected, flaky, skipped } = report.stats
  const faults = unexpected + flaky + skipped
  return {
    ok: status === 0 && faults === 0 && tests > 0 && tests >= new Set(places).size,
    figures: { tests, faults },
  }
}
