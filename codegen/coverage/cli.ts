import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../commands/options.mjs'
import { openProject } from './project.ts'
import { asRequirements, REQUIREMENTS } from './requirements.ts'
import { cover, print, unmapped } from './report.ts'

const USAGE = `npm run coverage:product [-- --unmapped]

Each promise of the product beside the screen, schema, code and test that carries it.

  --unmapped   only the promises that lack evidence, and the total

Exit status: 0, every promise has evidence; 1, one has none; 2, wrong arguments.
`
const { values } = readArguments({ usage: USAGE, options: { unmapped: { type: 'boolean' } } })
const project = openProject(join(dirname(fileURLToPath(import.meta.url)), '../..'))
const json = project.json(REQUIREMENTS)
if (!json) throw new Error(`${REQUIREMENTS} is not there.`)
const rows = cover(project, asRequirements(json))
const open = unmapped(rows)
if (!values.unmapped) console.log(`${print(rows)}\n`)
for (const line of open) console.error(line)
console.error(`${rows.length - open.length} of ${rows.length} promises mapped, ${open.length} unmapped`)
process.exit(open.length > 0 || rows.length === 0 ? 1 : 0)
