import { fork, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readArguments } from '../../codegen/commands/options.mjs'
import { inWords } from '../gate/schedule.mjs'
import { proofFiles, proofName } from '../gate/testFiles.mjs'
import type { Length, ProofOptions, ProofResult, Runs } from './kit/proof.ts'

/** Interface of a proof: one file in a folder beside this one. */
export interface Proof {
  /** One line: the proved property. */
  about: string
  runs: Runs
  /** Missing requirement of this machine; null: none. */
  missing?(): string | null
  prove(options: ProofOptions): Promise<ProofResult>
}

const root = join(import.meta.dirname, '../..')
/** File of each proof, by its name. */
const files = new Map(proofFiles(root).map((file) => [proofName(file), file]))
const names = [...files.keys()].toSorted()

const USAGE = `npm run prove [-- names …] [options]

Runs seeded proofs; without names all of them: ${names.join(', ')}.

  --list           one line about each
  --short          the number of runs of npm test -- --full
  --ci             what npm test -- --full leaves out: every test marked LONG, and each proof that is much
                   shorter there, at a middle length and with the seed 1
  --seed <n>       repeats the runs of this seed
  --runs <n>       another number of runs
  --report <file>  writes the failures and the seconds of each proof as JSON
  --out <folder>, --lang en,ar, --mode real or demo
                   for the proof walk: a folder for its pictures, languages, the account
  --only webkit,login
                   for the proof engines: engines and flows; --out has its pictures
  --only browser   for the proof gate: words of the names of parts
  --only 24,latest for the proof install: beginnings of versions of Node.js or npm

Exit status: 0, everything is proved; 1, something failed; 2, wrong arguments.
`
const { values, positionals } = readArguments({
  usage: USAGE,
  positionals: true,
  options: {
    seed: { type: 'string' },
    runs: { type: 'string' },
    short: { type: 'boolean' },
    ci: { type: 'boolean' },
    list: { type: 'boolean' },
    report: { type: 'string' },
    out: { type: 'string' },
    lang: { type: 'string' },
    mode: { type: 'string' },
    only: { type: 'string' },
  },
})

const length: Length = values.short ? 'short' : values.ci ? 'middle' : 'full'
/** A separate seed for each run could fail a change that has nothing to do with the failure. */
const CI_SEED = 1
/** These use all cores by themselves, and run before the others. */
const ALONE = new Set(['browser', 'unit'])

const startedAt = Date.now()
const load = async (name: string): Promise<Proof> =>
  (await import(pathToFileURL(join(root, files.get(name) ?? name)).href)) as Proof

function numberOf(option: string | undefined, fallback: number, name: string): number {
  if (option === undefined) return fallback
  const value = Number(option)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes an integer, not "${option}"`)
  return value
}

/** Result of a proof and its output. */
interface ProofReport {
  name: string
  ok: boolean
  output: string
  /** Duration; none where the process ended without a report. */
  seconds?: number
  /** Requirement that this machine lacks: the proof did not run. */
  skipped?: string
}

/** Parses --mode. */
function modeOf(option: string): 'real' | 'demo' {
  if (option !== 'real' && option !== 'demo') throw new Error(`--mode takes real or demo, not "${option}"`)
  return option
}

/** A proof whose program is missing is skipped, which does not count; one that is asked for by its name fails instead. */
async function runProof(name: string): Promise<ProofReport> {
  const proof = await load(name)
  const lines: string[] = []
  const print = (line: string): void => {
    console.log(line)
    lines.push(line)
  }
  const missing = proof.missing?.() ?? null
  if (missing !== null) {
    print(JSON.stringify({ prove: name, ok: false, skipped: missing }))
    const output = lines.join('\n')
    return positionals.includes(name) ? { name, ok: false, output } : { name, ok: true, output, skipped: missing }
  }
  const seed = numberOf(values.seed, values.ci ? CI_SEED : Math.floor(Math.random() * 2 ** 31), 'seed')
  const runs = numberOf(values.runs, proof.runs[length] ?? proof.runs.short, 'runs')
  const started = Date.now()
  const given = {
    ...(values.out !== undefined && { out: values.out }),
    ...(values.lang !== undefined && { lang: values.lang.split(',') }),
    ...(values.mode !== undefined && { mode: modeOf(values.mode) }),
    ...(values.only !== undefined && { only: values.only.split(',') }),
  }
  let outcome: ProofResult
  try {
    outcome = await proof.prove({ seed, runs, length, log: (line) => print(`${name}: ${line}`), ...given })
  } catch (error) {
    outcome = { ok: false, figures: { error: error instanceof Error ? (error.stack ?? error.message) : String(error) } }
  }
  const seconds = Math.round((Date.now() - started) / 100) / 10
  print(JSON.stringify({ prove: name, ok: outcome.ok, seed, runs, seconds, ...outcome.figures }))
  return { name, ok: outcome.ok, output: lines.join('\n'), seconds }
}

/** The proofs that run at this length: with `--ci` those that do more than in a short run, in a short run those that have one. */
async function namesOfLength(): Promise<string[]> {
  const all = await Promise.all(names.map(async (name) => ({ name, runs: (await load(name)).runs })))
  return all.filter(({ runs }) => (runs[length] ?? 0) > 0).map(({ name }) => name)
}

/** With --ci, a proof that says nothing for minutes is named when it starts. */
const announce = (name: string): void => {
  if (values.ci) console.log(`${name} has started, after ${inWords((Date.now() - startedAt) / 1000)}`)
}

async function runInSequence(asked: readonly string[]): Promise<ProofReport[]> {
  const outcomes: ProofReport[] = []
  for (const name of asked) {
    announce(name)
    outcomes.push(await runProof(name))
  }
  return outcomes
}

/** Concurrent proofs compete for the processor and could time out, so no more run than a small machine has cores. */
const MAX_PROCESSES = 2

/** Environment variable of a process that runs the proofs whose names it is sent. */
const QUEUE = 'PLACARD_PROOF_QUEUE'

/** Runs proofs in child processes. Each runs one after the other, since loading the project takes longer than many a short proof. */
async function runInParallel(asked: readonly string[]): Promise<ProofReport[]> {
  const remaining = [...asked]
  const outcomes: ProofReport[] = []
  const worker = async (): Promise<void> => {
    let child: ChildProcess | null = null
    for (let name = remaining.shift(); name !== undefined; name = remaining.shift()) {
      child ??= startChild()
      announce(name)
      outcomes.push(await runInChild(child, name))
      // One that has ended is replaced.
      if (!child.connected) child = null
    }
    child?.kill()
  }
  await Promise.all(Array.from({ length: MAX_PROCESSES }, worker))
  return outcomes
}

const startChild = (): ChildProcess =>
  fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
    env: { ...process.env, [QUEUE]: '1' },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })

/** A process that ends without a report failed the proof. */
function runInChild(child: ChildProcess, name: string): Promise<ProofReport> {
  return new Promise((resolve) => {
    let errors = ''
    const collect = (chunk: Buffer): void => {
      process.stderr.write(chunk)
      errors += chunk.toString()
    }
    const done = (report: ProofReport): void => {
      child.stderr?.off('data', collect)
      child.off('message', done)
      child.off('close', ended)
      resolve(report)
    }
    const ended = (code: number | null): void =>
      done({ name, ok: false, output: `The process ended with ${code}.\n${errors}` })
    child.stderr?.on('data', collect)
    child.on('message', done)
    child.on('close', ended)
    child.send(name, (error) => void (error && ended(null)))
  })
}

if (process.env[QUEUE] !== undefined) {
  // Programs that a proof starts are no such process.
  delete process.env[QUEUE]
  process.on('message', (name: string) => void runProof(name).then((report) => process.send?.(report)))
} else if (values.list) {
  for (const name of names) console.log(`${name.padEnd(16)} ${(await load(name)).about}`)
} else {
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0 || names.length === 0) {
    console.error(`There is no proof named ${unknown.join(', ')}. These are: ${names.join(', ')}.`)
    process.exit(2)
  }
  const asked = positionals.length > 0 ? positionals : await namesOfLength()
  const outcomes = values.ci
    ? [
        ...(await runInSequence(asked.filter((name) => ALONE.has(name)))),
        ...(await runInParallel(asked.filter((name) => !ALONE.has(name)))),
      ]
    : values.short && asked.length > 1
      ? await runInParallel(asked)
      : await runInSequence(asked)
  const failures = outcomes.filter(({ ok }) => !ok).map(({ name, output }) => ({ name, file: files.get(name), output }))
  const failed = failures.length
  const skipped = outcomes.flatMap(({ name, skipped: why }) => (why === undefined ? [] : [{ name, why }]))
  const passed = outcomes.length - failed - skipped.length
  const durations = outcomes.flatMap(({ name, seconds }) =>
    seconds === undefined ? [] : [{ file: files.get(name), seconds }],
  )
  if (values.report) writeFileSync(values.report, JSON.stringify({ passed, failed, failures, skipped, durations }))
  if (values.ci) {
    for (const { name } of failures) console.log(`FAILED  npm run prove ${name} -- --ci`)
    console.log(`${passed} proofs passed, ${failed} failed in ${inWords((Date.now() - startedAt) / 1000)}`)
  }
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}
