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
  bench(): Promise<Measure[]>
}

const folder = dirname(fileURLToPath(import.meta.url))
const names = readdirSync(folder)
  .filter((file) => /^[a-z]+\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .toSorted()
const USAGE = `npm run bench [-- names …]

Measures the budgets of time and size beside their floors. Budgets are no part of npm test: they depend on the machine.

  names    only these: ${names.join(', ')}
  --help   this text

Exit status: 0, every budget is kept; 1, one is missed; 2, wrong arguments.
`
const { positionals: requested } = readArguments({ usage: USAGE, positionals: true })
const unknown = requested.filter((name) => !names.includes(name))
const chosen = requested.length > 0 ? names.filter((name) => requested.includes(name)) : names
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. These are: ${names.join(', ')}.`)
  process.exit(2)
}

const round = (value: number) => Number(value.toPrecision(4)).toString()
let missed = 0
console.log(
  `${'what'.padEnd(58)}${'measured'.padStart(12)}${'floor'.padStart(12)}${'ratio'.padStart(9)}${'budget'.padStart(10)}`,
)
for (const name of chosen) {
  const { bench } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Bench
  for (const { name: what, ours, floor, unit, budget, atLeast } of await bench()) {
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
