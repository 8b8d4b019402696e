import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/** One proof is one file beside this one. */
export interface Proof {
  /** One line: what is proved. */
  about: string
  /** How many runs make the proof, and how many `npm test` makes of it. */
  runs: { full: number; short: number }
  /** What the machine lacks for it; null: nothing. */
  missing?(): string | null
  prove(options: { seed: number; runs: number; log(line: string): void }): Promise<{ ok: boolean; figures: Record<string, unknown> }>
}

const here = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(here)
  .filter((file) => /^[a-z][a-z-]*\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .toSorted()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, runs: { type: 'string' }, short: { type: 'boolean' }, list: { type: 'boolean' }, report: { type: 'string' } },
})

const load = async (name: string): Promise<Proof> => (await import(pathToFileURL(join(here, `${name}.ts`)).href)) as Proof

function numberOf(option: string | undefined, fallback: number, name: string): number {
  if (option === undefined) return fallback
  const value = Number(option)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number, not "${option}"`)
  return value
}

/** Null when it was left out, which is not counted; who asks for it by name is told that it failed. */
async function runProof(name: string): Promise<boolean | null> {
  const proof = await load(name)
  const missing = proof.missing?.() ?? null
  if (missing !== null) {
    console.log(JSON.stringify({ prove: name, ok: false, leftOut: missing }))
    return positionals.includes(name) ? false : null
  }
  const seed = numberOf(values.seed, Math.floor(Math.random() * 2 ** 31), 'seed')
  const runs = numberOf(values.runs, values.short ? proof.runs.short : proof.runs.full, 'runs')
  const started = Date.now()
  let outcome: Awaited<ReturnType<Proof['prove']>>
  try {
    outcome = await proof.prove({ seed, runs, log: (line) => console.log(`${name}: ${line}`) })
  } catch (error) {
    outcome = { ok: false, figures: { error: error instanceof Error ? (error.stack ?? error.message) : String(error) } }
  }
  console.log(JSON.stringify({ prove: name, ok: outcome.ok, seed, runs, seconds: Math.round((Date.now() - started) / 100) / 10, ...outcome.figures }))
  return outcome.ok
}

if (values.list) {
  for (const name of names) console.log(`${name.padEnd(16)} ${(await load(name)).about}`)
} else {
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0 || names.length === 0) {
    console.error(`There is no proof named ${unknown.join(', ')}. These are: ${names.join(', ')}.`)
    process.exit(2)
  }
  const outcomes: boolean[] = []
  for (const name of positionals.length > 0 ? positionals : names) {
    const outcome = await runProof(name)
    if (outcome !== null) outcomes.push(outcome)
  }
  const failed = outcomes.filter((ok) => !ok).length
  if (values.report) writeFileSync(values.report, JSON.stringify({ passed: outcomes.length - failed, failed }))
  process.exit(failed > 0 ? 1 : 0)
}
