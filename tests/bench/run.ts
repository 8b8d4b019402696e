import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readArguments } from '../../codegen/commands/options.mjs'

/** One measured promise of the design: `ours` and `floor` in the same unit and the same run. */
export interface Measure {
  name: string
  ours: number
  /** The hand-written or peer figure compared with; absent for sizes and counts. */
  floor?: number
  unit: string
  /** The maximum of `ours / floor` (or of `ours`, without a floor); `atLeast` makes it the minimum. Absent: the figure is not judged. */
  budget?: number
  atLeast?: boolean
}

export interface Bench {
  about: string
  /** Names of parts that can be measured alone. */
  parts?: readonly string[]
  bench(parts?: readonly string[]): Promise<Measure[]>
}

const folder = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(folder)
  .filter((file) => /^[a-z]+\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .toSorted()
const USAGE = `npm run bench [-- names and parts …]

Measures the budgets of time and size beside their floors. Budgets are no part of npm test: they depend on the machine.

  names    only these: ${names.join(', ')}
  parts    after a name: only these parts of it, such as \`interaction list\`
  --help   this text

Exit status: 0, every budget is kept; 1, one is missed; 2, wrong arguments.
`
const { positionals: requested } = readArguments({ usage: USAGE, positionals: true })
/** The chosen benches with the parts that follow their names. */
const chosen = new Map<string, string[]>()
for (const word of requested) {
  const last = [...chosen.keys()].at(-1)
  if (names.includes(word)) chosen.set(word, [])
  else if (last === undefined) refuse(`There is no bench named ${word}. These are: ${names.join(', ')}.`)
  else chosen.get(last)?.push(word)
}
if (chosen.size === 0) for (const name of names) chosen.set(name, [])

function refuse(why: string): never {
  console.error(why)
  process.exit(2)
}

const load = async (name: string): Promise<Bench> =>
  (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Bench
for (const [name, parts] of chosen) {
  if (parts.length === 0) continue
  const { parts: known = [] } = await load(name)
  const unknown = parts.filter((part) => !known.includes(part))
  if (unknown.length > 0)
    refuse(
      `${name} has no part ${unknown.join(', ')}. ${known.length > 0 ? `Parts: ${known.join(', ')}.` : 'It has no parts.'}`,
    )
}

const round = (value: number) => Number(value.toPrecision(4)).toString()
let missed = 0
console.log(
  `${'what'.padEnd(58)}${'measured'.padStart(12)}${'floor'.padStart(12)}${'ratio'.padStart(9)}${'budget'.padStart(10)}`,
)
for (const [name, parts] of chosen) {
  const { bench } = await load(name)
  for (const { name: what, ours, floor, unit, budget, atLeast } of await bench(parts.length > 0 ? parts : undefined)) {
    const value = floor === undefined ? ours : ours / floor
    const row = `${what.padEnd(58)}${`${round(ours)} ${unit}`.padStart(12)}${(floor === undefined ? '' : `${round(floor)} ${unit}`).padStart(12)}${(floor === undefined ? '' : round(value)).padStart(9)}`
    if (budget === undefined) {
      console.log(row)
      continue
    }
    const kept = atLeast ? value >= budget : value <= budget
    if (!kept) missed++
    console.log(`${row}${`${atLeast ? '≥' : '≤'} ${budget}`.padStart(10)}  ${kept ? 'kept' : 'MISSED'}`)
  }
}
console.log(`\n${missed === 0 ? 'every budget kept' : `${missed} missed`}`)
process.exit(missed > 0 ? 1 : 0)
