// The gate. Runs every part, as many at a time as the processor allows, goes on after a failure, says which tests failed, and ends with one line
// that counts them all.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments } from '../codegen/commands/options.mjs'
import { ensureInstalled } from '../codegen/commands/packages.mjs'
import { ensureChromium, ensureProofPrograms, root } from '../codegen/commands/setup.mjs'
import { junitOf } from './gate/results/junit.mjs'
import { isLeftOut, leftOutLine } from './gate/leftOut.mjs'
import { failedParts, readMemory, remember, writeMemory } from './gate/results/memory.mjs'
import { createParts, testFilesOfSuites } from './gate/parts.mjs'
import { dearest, formatFailure, lastLines } from './gate/results/reports.mjs'
import { inWords, paceOf, runAll, secondsLeft, withNeeds } from './gate/schedule.mjs'
import { select } from './gate/selection.mjs'

const USAGE = `npm test [-- options] [words …]

Without --full it leaves out what takes longest, which tests/gate/leftOut.json names.

  words             only the parts whose name contains one of these words, or else the test files whose path
                    contains it, each file whole, and what they need:
                    npm test -- types chart.spec src/engine/language
  --full            everything that CI runs
  --failed          only what failed in the last run, with --full in the last full run
  --report <folder> also writes there: JUnit (gate.xml, unit.xml, browser.xml), the output of each part,
                    and a trace and a picture of each failed browser test
  --list            the parts
  --help            this text

Exit status: 0, everything passed; 1, something failed, or nothing ran; 2, wrong arguments.
`

const { values, positionals } = readArguments({
  usage: USAGE,
  positionals: true,
  options: {
    full: { type: 'boolean' },
    failed: { type: 'boolean' },
    report: { type: 'string' },
    list: { type: 'boolean' },
  },
})
/** Parts that share a core take longer than one after the other: their code and data do not fit into its caches together. */
const capacity = Math.max(2, availableParallelism())
const isFull = values.full === true
const MEMORY = join(root, `node_modules/.cache/placard/gate${isFull ? '-full' : ''}.json`)
const memory = readMemory(MEMORY)
const report = values.report === undefined ? undefined : resolve(values.report)
const scratch = mkdtempSync(join(tmpdir(), 'placard-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const suites = testFilesOfSuites()
const all = await createParts({ scratch, report, full: isFull })
const {
  parts: namedParts,
  files: namedFiles,
  unknown,
} = select(
  positionals,
  all.map(({ name }) => name),
  suites.flatMap(({ files }) => files),
)
/** Whether this is a run of the whole gate: without words, and not only of what failed. */
const isWhole = positionals.length === 0 && !values.failed
const parts = await chosenParts()
await ensureInstalled()
const chromium = ensureChromium()
// The proofs of the short gate need no other program.
if ((isFull || !isWhole) && parts.some(({ skipped }) => skipped)) ensureProofPrograms()
if (report !== undefined) mkdirSync(report, { recursive: true })

async function chosenParts() {
  if (values.list) {
    for (const { name } of all) console.log(isLeftOut(name) ? `${name} (--full)` : name)
    process.exit(0)
  }
  if (unknown.length > 0) {
    console.error(`No part of the gate and no test file has "${unknown[0]}" in its name. --list names the parts.`)
    process.exit(2)
  }
  const isNamed = ({ name }) => namedParts.includes(name)
  if (values.failed) {
    const failed = failedParts(all, memory).filter((part) => positionals.length === 0 || isNamed(part))
    if (failed.length > 0) return withNeeds(all, failed)
    console.log('Nothing failed in the last run.')
    process.exit(0)
  }
  if (isWhole) return all.filter(({ name }) => isFull || !isLeftOut(name))
  const ofFiles = (await createParts({ scratch, report, named: namedFiles })).filter(
    (part) => part.files?.length > 0 && !isNamed(part),
  )
  return withNeeds(all, [...all.filter(isNamed), ...ofFiles])
}

const running = new Map()
process.on('SIGINT', () => {
  for (const { child } of running.values()) child.kill('SIGINT')
  process.exit(130)
})

/** How a command ended, and the end of its output. */
function execute(part) {
  return new Promise((done) => {
    const [command, args] = part.command
    let output = ''
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PLACARD_CHROMIUM: chromium, FORCE_COLOR: '0', ...part.env },
    })
    running.set(part.name, { child, started: Date.now() })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-1_000_000)))
    child.on('error', ({ message }) => done({ status: 1, output: message }))
    child.on('close', (code) => done({ status: code ?? 1, output }))
  })
}

/** The tests of a part that failed; the last lines of its output, if its report names none. */
function failuresOf(part, output) {
  try {
    const failures = part.failures?.() ?? []
    if (failures.length > 0) return failures
  } catch {
    // There is no report to read: the suite broke before it wrote one.
  }
  return [{ name: 'its last lines', at: part.name, error: lastLines(output) }]
}

function countOf(part, status) {
  if (!part.count) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const { passed, failed } = part.count()
    const broken = failed === 0 && (status !== 0 || passed === 0)
    return { passed, failed: broken ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The seconds of each test file of a part. */
function durationsOf(part) {
  try {
    return part.durations?.() ?? []
  } catch {
    // It has no report: it failed, and is listed.
    return []
  }
}

/** Omissions of a part, for requirements that this machine lacks. */
function skippedOf(part) {
  try {
    return part.skipped?.() ?? []
  } catch {
    // It has no report: it failed, and is listed.
    return []
  }
}

const lineOf = ({ name, passed, failed, seconds }) =>
  `${failed ? 'FAILED' : 'passed'}  ${name.padEnd(32)} ${String(passed).padStart(5)} passed ${failed ? `${failed} failed ` : ''}in ${seconds} s`

const results = []
const waiting = new Set(parts.map(({ name }) => name))
const usual = Object.fromEntries(parts.map(({ name, seconds }) => [name, memory.seconds[name] ?? seconds]))

/** Running parts, and the approximate time until all parts have ended. */
function progress() {
  const now = parts.filter(({ name }) => running.has(name))
  const elapsed = (name) => (Date.now() - running.get(name).started) / 1000
  const pace = paceOf([
    ...results.map(({ name, seconds }) => ({ hasEnded: true, seconds, usual: usual[name] })),
    ...now.map(({ name }) => ({ hasEnded: false, seconds: elapsed(name), usual: usual[name] })),
  ])
  const left = secondsLeft(
    parts.filter(({ name }) => waiting.has(name)).map((part) => ({ ...part, seconds: usual[part.name] * pace })),
    now.map((part) => ({ ...part, seconds: usual[part.name] * pace - elapsed(part.name) })),
    capacity,
  )
  return `${results.length} of ${parts.length} done, about ${inWords(left)} left: ${now.map(({ name }) => name).join(', ')}`
}

const isTerminal = process.stdout.isTTY === true
const clear = () => void (isTerminal && process.stdout.write('\r\u001b[K'))
const show = () =>
  void (isTerminal && process.stdout.write(`\r\u001b[K${progress().slice(0, process.stdout.columns - 1)}`))
const ticking = setInterval(show, 1000)

const startedAt = Date.now()
await runAll(parts, capacity, async (part) => {
  waiting.delete(part.name)
  const started = Date.now()
  const { status, output } = await execute(part)
  running.delete(part.name)
  const counts = countOf(part, status)
  const result = {
    name: part.name,
    ...counts,
    failures: counts.failed > 0 ? failuresOf(part, output) : [],
    seconds: Math.round((Date.now() - started) / 1000),
  }
  results.push(result)
  if (report !== undefined) writeFileSync(join(report, `${part.name.replaceAll(/\W+/g, '-')}.log`), output)
  clear()
  console.log(lineOf(result))
  // Tests are named at the end; a part without tests says itself what is wrong.
  if (counts.failed > 0 && part.failures === undefined) console.log(`${output.trim()}\n`)
  if (!isTerminal && results.length < parts.length) console.log(`        ${progress()}`)
})
clearInterval(ticking)
clear()

writeMemory(MEMORY, remember(memory, results, !values.failed && namedFiles.length === 0))
if (report !== undefined) writeFileSync(join(report, 'gate.xml'), junitOf(results))
const inOrder = parts.map(({ name }) => results.find((result) => result.name === name))
console.log('')
for (const failure of inOrder.flatMap(({ failures }) => failures)) console.log(`${formatFailure(failure)}\n`)
const files = dearest(parts.flatMap(durationsOf))
if (files.length > 0) console.log('The files that took longest:')
for (const { file, seconds } of files) console.log(`${`${Math.round(seconds)} s`.padStart(8)}  ${file}`)
console.log('')
for (const result of inOrder) console.log(lineOf(result))
for (const { name, why } of parts.flatMap(skippedOf)) console.log(`NOT RUN ${name}: ${why}`)
if (isWhole && !isFull)
  console.log(
    leftOutLine(
      all.map(({ name }) => name),
      suites,
    ),
  )
const total = (field) => results.reduce((sum, result) => sum + result[field], 0)
if (total('failed') > 0) console.log(`npm test -- ${isFull ? '--full ' : ''}--failed runs only what failed.`)
console.log(`\n${total('passed')} passed, ${total('failed')} failed in ${inWords((Date.now() - startedAt) / 1000)}`)
process.exit(total('failed') > 0 || total('passed') === 0 ? 1 : 0)
