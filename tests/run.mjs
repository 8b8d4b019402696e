// The gate. Runs every check, goes on after a failure, says which tests failed, and ends with one line that counts them all.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureInstalled, root, tsx } from '../codegen/commands/setup.mjs'
import { failuresOfPlaywright, failuresOfProofs, failuresOfVitest, lastLines, formatFailure } from './reports.mjs'

ensureInstalled()
const chromium = ensureChromium()
const scratch = mkdtempSync(join(tmpdir(), 'placard-test-'))
const report = (name) => join(scratch, `${name}.json`)
const node = (...args) => [process.execPath, args]
const bin = (path, ...args) => node(`node_modules/${path}`, ...args)

/** A free port, below those that a system hands out to connections: it is used minutes later. */
const freePort = () =>
  new Promise((resolve) => {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(String(port))))
  })

/** One check counts as one test, unless `count` reads the counts of a suite, and `failures` which of its tests failed. A suite that ran nothing, or skipped, has failed. */
const gates = [
  { name: 'generated files are up to date', command: node(...tsx, 'codegen/generate.ts', '--check') },
  { name: 'types', command: bin('typescript/bin/tsc', '-p', 'tsconfig.json') },
  { name: 'types of the server', command: bin('typescript/bin/tsc', '-p', 'src/server/tsconfig.json') },
  { name: 'lint and boundaries', command: bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'formatting', command: bin('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'check of the catalogue', command: node(...tsx, 'codegen/check/cli.ts') },
  {
    name: 'unit and conformance tests',
    command: bin(
      'vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report('vitest')}`,
    ),
    count: () => {
      const { numPassedTests, numTotalTests, numFailedTestSuites } = readJson(report('vitest'))
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests || (numFailedTestSuites ? 1 : 0) }
    },
    failures: () => failuresOfVitest(readJson(report('vitest')), root),
  },
  {
    name: 'every widget in Chromium',
    command: node(...tsx, 'tests/conformance/widgets/gallery/check.ts'),
    env: { PORT: await freePort() },
  },
  { name: 'build', command: bin('vite/bin/vite.js', 'build', '--logLevel', 'warn') },
  {
    name: 'browser tests',
    command: bin(
      '@playwright/test/cli.js',
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
      '--reporter=line,json',
    ),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright') },
    count: () => {
      const { expected, unexpected, flaky, skipped } = readJson(report('playwright')).stats
      return { passed: expected, failed: unexpected + flaky + skipped }
    },
    failures: () => failuresOfPlaywright(readJson(report('playwright')), 'tests/e2e'),
  },
  {
    name: 'proofs, short',
    command: node(...tsx, 'tests/prove/run.ts', '--short', '--seed', '1', '--report', report('prove')),
    count: () => readJson(report('prove')),
    failures: () => failuresOfProofs(readJson(report('prove')), 'tests/prove'),
  },
]

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** How a command ended, and the end of what it said, which is shown at once too. */
function execute([command, args], env) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PLACARD_CHROMIUM: chromium, FORCE_COLOR: '0', ...env },
    })
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.setEncoding('utf8').on('data', (text) => {
        to.write(text)
        output = (output + text).slice(-10_000)
      })
    }
    child.on('error', ({ message }) => resolve({ status: 1, output: message }))
    child.on('close', (code) => resolve({ status: code ?? 1, output }))
  })
}

/** The tests of a gate that failed; what it said last, if its report names none. */
function failuresOf(gate, output) {
  try {
    const failures = gate.failures?.() ?? []
    if (failures.length > 0) return failures
  } catch {
    // There is no report to read: the suite broke before it wrote one.
  }
  return [{ name: 'its last lines', at: gate.name, error: lastLines(output) }]
}

function countOf(gate, status) {
  if (!gate.count) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const { passed, failed } = gate.count()
    const broken = failed === 0 && (status !== 0 || passed === 0)
    return { passed, failed: broken ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const only = process.argv.slice(2)
const results = []
for (const gate of gates.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))) {
  console.log(`\n── ${gate.name}`)
  const started = Date.now()
  const { status, output } = await execute(gate.command, gate.env)
  const counts = countOf(gate, status)
  results.push({
    name: gate.name,
    ...counts,
    failures: counts.failed > 0 ? failuresOf(gate, output) : [],
    seconds: Math.round((Date.now() - started) / 1000),
  })
}
rmSync(scratch, { recursive: true, force: true })

console.log('')
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`${formatFailure(failure)}\n`)
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${failed ? 'FAILED' : 'passed'}  ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${failed ? `${failed} failed ` : ''}in ${seconds} s`,
  )
}
const total = (field) => results.reduce((sum, result) => sum + result[field], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exit(total('failed') > 0 || total('passed') === 0 ? 1 : 0)
