// The parts of the gate: what each runs, and how its results are read.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root, tsx } from '../../codegen/commands/setup.mjs'
import { LONG_TAG } from './long.mjs'
import { countsOfVitest, failuresOfPlaywright, failuresOfProofs, failuresOfVitest } from './reports.mjs'

const node = (...args) => [process.execPath, args]
const bin = (path, ...args) => node(`node_modules/${path}`, ...args)
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** A free port, below those that a system hands out to connections: it is used minutes later. */
const freePort = () =>
  new Promise((resolve) => {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(String(port))))
  })

/** Several type checkers repeat each other's work, and the memory of a short run is not worth collecting often. */
const typesOf = (project) => ({
  command: bin('typescript/bin/tsc', '--pretty', 'false', '--checkers', '1', '-p', project),
  env: { GOGC: '400' },
})

/** Files of failed tests, without their lines. */
const filesOf = (failures) => [...new Set(failures.map(({ at }) => at.replace(/:\d+$/, '')))]

/** Every test marked LONG, and each proof that does more than in its short form. Its two longest proofs use all cores by themselves. */
const longPart = (file) => ({
  name: 'long tests and proofs',
  load: 2,
  seconds: 1500,
  needs: ['build', 'browser tests', 'proofs, short'],
  command: node(...tsx, 'tests/prove/run.ts', '--ci', '--report', file),
  failedTests: (failures) => failures.map(({ name }) => name),
  count: () => readJson(file),
  failures: () => failuresOfProofs(readJson(file), 'tests/prove'),
  skipped: () => readJson(file).skipped,
})

/**
 * The parts, in the order in which they start. A part counts as one test, unless `count` reads the counts of a suite and `failures` which of its
 * tests failed. `load` is the number of cores it keeps busy, `seconds` its duration on two quiet cores, `failedTests` the arguments that run only
 * the given failures, `skipped` what it has left out for
 * want of a program. `scratch` is a folder for reports of this run, `report` the folder for the user's, if any. `full` adds what is too long for a
 * run before every commit.
 */
export async function createParts({ scratch, report, full = false }) {
  const json = (name) => join(scratch, `${name}.json`)
  const kept = (...args) => (report === undefined ? [] : args)
  return [
    { name: 'build', load: 1, seconds: 15, command: bin('vite/bin/vite.js', 'build', '--logLevel', 'warn') },
    {
      name: 'every widget in Chromium',
      load: 1,
      seconds: 50,
      command: node(...tsx, 'tests/conformance/widgets/gallery/check.ts'),
      env: { PORT: await freePort() },
    },
    {
      name: 'unit and conformance tests',
      load: 2,
      seconds: 220,
      command: bin(
        'vitest/vitest.mjs',
        'run',
        `--tags-filter=!${LONG_TAG}`,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${json('vitest')}`,
        ...kept('--reporter=junit', `--outputFile.junit=${join(report ?? '', 'unit.xml')}`),
      ),
      failedTests: filesOf,
      count: () => countsOfVitest(readJson(json('vitest'))),
      failures: () => failuresOfVitest(readJson(json('vitest')), root),
    },
    {
      name: 'generated files are up to date',
      load: 1,
      seconds: 10,
      command: node(...tsx, 'codegen/generate.ts', '--check'),
    },
    { name: 'types', load: 1, seconds: 15, ...typesOf('tsconfig.json') },
    { name: 'types of the server', load: 1, seconds: 6, ...typesOf('src/server/tsconfig.json') },
    {
      name: 'lint and boundaries',
      load: 1,
      seconds: 20,
      command: bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    },
    { name: 'formatting', load: 1, seconds: 1, command: bin('oxfmt/bin/oxfmt', '--check', '.') },
    { name: 'check of the catalogue', load: 1, seconds: 5, command: node(...tsx, 'codegen/cli/cli.ts') },
    {
      name: 'built code in supported browsers',
      load: 1,
      seconds: 2,
      needs: ['build'],
      command: node(...tsx, 'tests/conformance/browsers/check.ts'),
    },
    {
      name: 'proofs, short',
      load: 2,
      seconds: 240,
      needs: ['build'],
      command: node(...tsx, 'tests/prove/run.ts', '--short', '--seed', '4', '--report', json('prove')),
      failedTests: (failures) => failures.map(({ name }) => name),
      count: () => readJson(json('prove')),
      failures: () => failuresOfProofs(readJson(json('prove')), 'tests/prove'),
      skipped: () => readJson(json('prove')).skipped,
    },
    {
      name: 'browser tests',
      load: 2,
      seconds: 240,
      needs: ['build'],
      command: bin(
        '@playwright/test/cli.js',
        'test',
        '--config',
        'tests/e2e/playwright.config.ts',
        `--grep-invert=@${LONG_TAG}`,
        `--reporter=line,json${report === undefined ? '' : ',junit'}`,
        ...kept('--trace', 'retain-on-failure', '--output', join(report ?? '', 'browser')),
      ),
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: json('playwright'),
        ...(report !== undefined && { PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(report, 'browser.xml') }),
      },
      failedTests: (failures) => failures.map(({ at }) => at),
      count: () => {
        const { expected, unexpected, flaky, skipped } = readJson(json('playwright')).stats
        return { passed: expected, failed: unexpected + flaky + skipped }
      },
      failures: () => failuresOfPlaywright(readJson(json('playwright')), 'tests/e2e'),
    },
    ...(full ? [longPart(json('prove-long'))] : []),
  ]
}
