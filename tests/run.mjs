// The gate. Runs every part, as many at a time as the processor allows, goes on after a failure, says which tests failed, and ends with one line
// that counts them all.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments } from '../codegen/commands/options.mjs'
import { ensureInstalled } from '../codegen/commands/packages.mjs'
import { ensureChromium, ensureProofPrograms, root } from '../codegen/commands/setup.mjs'
import { junitOf } from './gate/junit.mjs'
import { failedParts, readMemory, remember, writeMemory } from './gate/memory.mjs'
import { createParts } from './gate/parts.mjs'
import { formatFailure, lastLines } from './gate/reports.mjs'
import { inWords, paceOf, runAll, secondsLeft, withNeeds } from './gate/schedule.mjs'

const USAGE = `npm test [-- options] [words …]

  words             only the parts whose name contains one of these words, and what they need:
                    npm test -- types "unit and"
  --full            also everything that is marked LONG, and the proofs at their middle length
  --failed          only what failed in the last run
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
const MEMORY = join(root, 'node_modules/.cache/placard/gate.json')
const memory = readMemory(MEMORY)
const report = values.report === undefined ? undefined : resolve(values.report)
const scratch = mkdtempSync(join(tmpdir(), 'placard-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const all = await createParts({ scratch, report, full: values.full === true })
const parts = chosenParts()
await ensureInstalled()
const chromium = ensureChromium()
if (parts.some(({ skipped }) => skipped)) ensureProofPrograms()
if (report !== undefined) mkdirSync(report, { recursive: true })

function chosenParts() {
  if (values.list) {
    for (const { name } of all) console.log(name)
    process.exit(0)
  }
  const isNamed = ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word))
  const stray = positionals.find((word) => !all.some(({ name }) => name.includes(word)))
  if (stray !== undefined) {
    console.error(`No part of the gate has "${stray}" in its name. --list names them.`)
    process.exit(2)
  }
  const chosen = (values.failed ? failedParts(all, memory) : all).filter(isNamed)
  if (chosen.length === 0) {
    console.log('Nothing failed in the last run.')
    process.exit(0)
  }
  return withNeeds(all, chosen)
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

writeMemory(MEMORY, remember(memory, results, !values.failed))
if (report !== undefined) writeFileSync(join(report, 'gate.xml'), junitOf(results))
const inOrder = parts.map(({ name }) => results.find((result) => result.name === name))
console.log('')
for (const failure of inOrder.flatMap(({ failures }) => failures)) console.log(`${formatFailure(failure)}\n`)
for (const result of inOrder) console.log(lineOf(result))
for (const { name, why } of parts.flatMap(skippedOf)) console.log(`NOT RUN ${name}: ${why}`)
const total = (field) => results.reduce((sum, result) => sum + result[field], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed in ${inWords((Date.now() - startedAt) / 1000)}`)
if (total('failed') > 0) console.log('npm test -- --failed runs only what failed.')
process.exit(total('failed') > 0 || total('passed') === 0 ? 1 : 0)
