// The parts of the gate: what each runs, and how its results are read.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root, tsx } from '../../codegen/commands/setup.mjs'
import { isLeftOut } from './leftOut.mjs'
import { LONG_TAG } from './long.mjs'
import {
  countsOfVitest,
  durationsOfPlaywright,
  failuresOfPlaywright,
  failuresOfProofs,
  failuresOfVitest,
} from './results/reports.mjs'
import { browserTestFiles, proofName, shortProofFiles, unitTestFiles } from './testFiles.mjs'

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

/** The suites of the gate, by the names of their parts, with all their test files. */
export const testFilesOfSuites = () => [
  { name: 'unit and conformance tests', files: unitTestFiles(root) },
  { name: 'browser tests', files: browserTestFiles(root) },
  { name: 'proofs, short', files: shortProofFiles(root) },
]

/**
 * The parts, in the order in which they start. A part counts as one test, unless `count` reads the counts of a suite and `failures` which of its
 * tests failed. `load` is the number of cores it keeps busy, `seconds` its duration on two quiet cores, `commandOfFailed` the command that runs only
 * the given failures, `durations` the seconds of its test files, `skipped` what it has left out for want of a program. A part whose `subject` is
 * missing is none of this project: a product of `npm run starter` has no proofs.
 *
 * `scratch` is a folder for reports of this run, `report` the folder for the user's, if any. A suite has the test files `named`, each with its LONG
 * tests; without names all that are not LONG, and unless `full` is set only in the files that leftOut.json does not leave out.
 */
export async function createParts({ scratch, report, full = false, named }) {
  const json = (name) => join(scratch, `${name}.json`)
  const kept = (...args) => (report === undefined ? [] : args)
  const isChosen = named ? (file) => named.includes(file) : (file) => full || !isLeftOut(file)
  const [unit, browser, proofs] = testFilesOfSuites().map(({ files }) => files.filter(isChosen))

  const runUnit = (files) =>
    bin(
      'vitest/vitest.mjs',
      'run',
      ...(named ? [] : [`--tags-filter=!${LONG_TAG}`]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${json('vitest')}`,
      '--reporter=./tests/gate/results/durations.mjs',
      ...kept('--reporter=junit', `--outputFile.junit=${join(report ?? '', 'unit.xml')}`),
      ...files,
    )
  const runBrowser = (files) =>
    bin(
      '@playwright/test/cli.js',
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
      ...(named ? [] : [`--grep-invert=@${LONG_TAG}`]),
      `--reporter=line,json${report === undefined ? '' : ',junit'}`,
      ...kept('--trace', 'retain-on-failure', '--output', join(report ?? '', 'browser')),
      ...files,
    )
  const runProofs = (names) =>
    node(...tsx, 'tests/prove/run.ts', '--short', '--seed', '4', '--report', json('prove'), ...names)
  const kind = named ? { long: 'both' } : {}

  const parts = [
    { name: 'build', load: 1, seconds: 15, command: bin('vite/bin/vite.js', 'build', '--logLevel', 'warn') },
    {
      name: 'every widget in Chromium',
      subject: 'tests/conformance/widgets/gallery/check.ts',
      load: 1,
      seconds: 50,
      command: node(...tsx, 'tests/conformance/widgets/gallery/check.ts'),
      env: { PORT: await freePort() },
    },
    {
      name: 'unit and conformance tests',
      load: 2,
      seconds: full ? 220 : 90,
      files: unit,
      command: runUnit(full ? [] : unit),
      env: { PLACARD_DURATIONS: json('durations') },
      commandOfFailed: (failures) => runUnit(filesOf(failures)),
      count: () => countsOfVitest(readJson(json('vitest')), kind),
      failures: () => failuresOfVitest(readJson(json('vitest')), root, kind),
      durations: () => readJson(json('durations')),
    },
    {
      name: 'generated files are up to date',
      load: 1,
      seconds: 10,
      command: node(...tsx, 'codegen/generate.ts', '--check'),
    },
    { name: 'types', load: 1, seconds: 15, ...typesOf('tsconfig.json') },
    {
      name: 'types of the server',
      subject: 'src/server/tsconfig.json',
      load: 1,
      seconds: 6,
      ...typesOf('src/server/tsconfig.json'),
    },
    {
      name: 'lint and boundaries',
      subject: '.oxlintrc.json',
      load: 1,
      seconds: 20,
      command: bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    },
    { name: 'formatting', load: 1, seconds: 1, command: bin('oxfmt/bin/oxfmt', '--check', '.') },
    { name: 'check of the catalogue', load: 1, seconds: 5, command: node(...tsx, 'codegen/cli/cli.ts') },
    {
      name: 'built code in supported browsers',
      subject: 'tests/conformance/browsers/check.ts',
      load: 1,
      seconds: 2,
      needs: ['build'],
      command: node(...tsx, 'tests/conformance/browsers/check.ts'),
    },
    {
      name: 'proofs, short',
      subject: 'tests/prove/run.ts',
      load: 2,
      seconds: full ? 240 : 30,
      needs: ['build'],
      files: proofs,
      command: runProofs(full ? [] : proofs.map(proofName)),
      commandOfFailed: (failures) => runProofs(failures.map(({ name }) => name)),
      count: () => readJson(json('prove')),
      failures: () => failuresOfProofs(readJson(json('prove'))),
      durations: () => readJson(json('prove')).durations,
      skipped: () => readJson(json('prove')).skipped,
    },
    {
      name: 'browser tests',
      subject: 'tests/e2e/playwright.config.ts',
      load: 2,
      seconds: full ? 240 : 80,
      needs: ['build'],
      files: browser,
      command: runBrowser(full ? [] : browser),
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: json('playwright'),
        ...(report !== undefined && { PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(report, 'browser.xml') }),
      },
      commandOfFailed: (failures) => runBrowser(failures.map(({ at }) => at)),
      count: () => {
        const { expected, unexpected, flaky, skipped } = readJson(json('playwright')).stats
        return { passed: expected, failed: unexpected + flaky + skipped }
      },
      failures: () => failuresOfPlaywright(readJson(json('playwright')), 'tests/e2e'),
      durations: () => durationsOfPlaywright(readJson(json('playwright')), 'tests/e2e'),
    },
  ]
  return parts.filter(({ subject }) => subject === undefined || existsSync(join(root, subject)))
}
