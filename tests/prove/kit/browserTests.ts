import { ensureChromium } from '../../../codegen/commands/setup.mjs'
import { LONG } from '../../e2e/kit/long.ts'
import { failuresOfPlaywright } from '../../gate/results/reports.mjs'
import { browserTestFiles } from '../../gate/testFiles.mjs'
import type { ProofOptions, ProofResult } from './proof.ts'
import { createRandom } from './random.ts'
import { ROOT, runTests, usesLong } from './testRunner.ts'

const FOLDER = 'tests/e2e'

interface Test {
  file: string
  line: number
  tests: { annotations: { type: string }[] }[]
}

interface Suite {
  suites?: Suite[]
  specs?: Test[]
}

interface Report {
  suites: Suite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** `runs` of a proof that takes every test. */
export const ALL_TESTS = 10_000

export interface TestRunOptions {
  /** Only the tests marked LONG. */
  onlyLong?: boolean
  /** Type of an annotation that at least one test must get. */
  requires?: string
  /** Environment variables of the tests. */
  env?: Readonly<Record<string, string>>
}

const runPlaywright = ({ onlyLong = false, env }: TestRunOptions, ...options: readonly string[]) =>
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

/** `count` files with a test to run, chosen by the seed. */
function someFiles({ onlyLong = false }: TestRunOptions, count: number, seed: number): string[] {
  const files = browserTestFiles(ROOT).filter((file) => !onlyLong || usesLong(file))
  return createRandom(seed).shuffled(files).slice(0, count)
}

/** One test of each file. */
function oneOfEach(tests: readonly Test[], seed: number): Test[] {
  const random = createRandom(seed)
  return [...new Set(tests.map(({ file }) => file))].map((name) =>
    random.pick(tests.filter(({ file }) => file === name)),
  )
}

const placeOf = ({ file, line }: Test): string => `${FOLDER}/${file}:${line}`

/** Runs all browser tests, or one each of `runs` files, and logs those that fail. A test that is skipped, or does not run, is a fault. */
export function proveBrowserTests(options: TestRunOptions, { seed, runs, log }: ProofOptions): ProofResult {
  const isAll = runs >= ALL_TESTS
  const files = isAll ? [] : someFiles(options, runs, seed)
  const all = runPlaywright(options, '--list', ...files).report.suites.flatMap(testsOf)
  const places = new Set((isAll ? all : oneOfEach(all, seed)).map(placeOf))
  if (places.size < files.length) throw new Error(`One of these has no test to run: ${files.join(', ')}`)
  const { status, report } = runPlaywright(options, ...(isAll ? [] : places))
  for (const { name, at, error } of failuresOfPlaywright(report, FOLDER)) log(`${at} ${name}: ${error.join('\n')}`)
  const annotations = report.suites.flatMap(testsOf).flatMap((test) => test.tests.flatMap((test) => test.annotations))
  const isShown = options.requires === undefined || annotations.some(({ type }) => type === options.requires)
  if (!isShown) log(`no test was ${options.requires}: the proof shows nothing`)
  const { expected: tests, unexpected, flaky, skipped } = report.stats
  const faults = unexpected + flaky + skipped
  return {
    ok: isShown && status === 0 && faults === 0 && tests > 0 && tests >= places.size,
    figures: { tests, faults },
  }
}
