import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../../codegen/commands/options.mjs'

const USAGE = `npm run scale [-- options]

Measures what processes of the server bear on SQLite, and on PostgreSQL and Redis, which it starts itself, and derives what an installation of ten million users needs.

  --write               updates tests/scale/figures.json and src/server/SCALE.md
  --seconds <n>         of each measurement; default 5
  --processes <list>    default 1,2,4
  --connections <n>     live connections of each process; default 1000
  --help                this text

Exit status: 0, measured; 1, not possible on this machine; 2, wrong arguments.
`
const { values } = readArguments({
  usage: USAGE,
  options: {
    write: { type: 'boolean' },
    seconds: { type: 'string' },
    processes: { type: 'string' },
    connections: { type: 'string' },
  },
})

function positive(text: string, name: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  console.error(`--${name} takes positive integers, not "${text}".`)
  process.exit(2)
}

// Only now: the arguments are refused without loading the server.
const { measure, missing } = await import('./measure.ts')
const { blocks, updatePage } = await import('./page.ts')

const lacking = missing()
if (lacking !== null) {
  console.error(`Not measured: ${lacking}.`)
  process.exit(1)
}
const figures = await measure({
  processes: (values.processes ?? '1,2,4').split(',').map((part) => positive(part, 'processes')),
  ms: positive(values.seconds ?? '5', 'seconds') * 1000,
  connections: positive(values.connections ?? '1000', 'connections'),
  log: (line) => console.log(line),
})
const { measured, derived } = blocks(figures)
console.log(`\n${measured}\n\n${derived}`)
if (values.write) {
  const page = join(import.meta.dirname, '../../src/server/SCALE.md')
  writeFileSync(join(import.meta.dirname, 'figures.json'), `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(page, updatePage(readFileSync(page, 'utf8'), figures))
}
process.exit(0)
