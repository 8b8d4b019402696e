import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from '../../codegen/commands/setup.mjs'
import { LONG } from '../e2e/kit/long.ts'
import { failuresOfPlaywright } from '../gate/reports.mjs'
import type { ProofOptions, ProofResult } from './kit/proof.ts'
import { createRandom } from './kit/random.ts'
import { ROOT, runTests } from './kit/testRunner.ts'

export const about =
  'the browser tests that npm test leaves out, because they are long and their subject has a shorter one there'
/** Long tests: all, or some of different files, chosen by the seed. */
export const runs = { full: 10_000, middle: 10_000, short: 1 }

const FOLDER = 'tests/e2e'

interface Suite {
  suites?: Suite[]
  specs?: { file: string; line: number }[]
}

interface Report {
  suites: Suite[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Runs Playwright on the long tests at these places; on all of them without places. */
const runLongTests = (...places: readonly string[]) =>
  runTests<Report>((file) => ({
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=tests/e2e/playwright.config.ts',
      '--reporter=json',
      `--grep=${LONG.tag}`,
      ...places,
    ],
    env: { PLACARD_CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  }))

/** Places of the tests of a suite: file and line. */
const placesOf = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.map(({ file, line }) => `${FOLDER}/${file}:${line}`),
  ...suites.flatMap(placesOf),
]

/** Files with long tests. */
const longFiles = (): string[] =>
  readdirSync(join(ROOT, FOLDER))
    .filter((file) => file.endsWith('.spec.ts') && readFileSync(join(ROOT, FOLDER, file), 'utf8').includes('LONG,'))
    .map((file) => `${FOLDER}/${file}`)

const placesIn = (file: string): string[] => [...new Set(runLongTests('--list', file).report.suites.flatMap(placesOf))]

/** Runs `runs` of the long tests. */
export function prove({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const files = longFiles()
  const isAll = count >= runs.full
  const places = isAll
    ? []
    : random
        .shuffled(files)
        .slice(0, count)
        .map((file) => random.pick(placesIn(file)))
  const { status, report } = runLongTests(...places)
  for (const { name, at, error } of failuresOfPlaywright(report, FOLDER)) log(`${at} ${name}: ${error.join('\n')}`)
  const { expected: tests, unexpected, flaky, skipped } = report.stats
  const faults = unexpected + flaky + skipped
  return Promise.resolve({
    ok: status === 0 && faults === 0 && tests >= (isAll ? files : places).length && tests > 0,
    figures: { tests, faults },
  })
}
