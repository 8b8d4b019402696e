import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openProject } from './project.ts'
import { asRequirements, REQUIREMENTS } from './requirements.ts'
import { cover, print, unmapped } from './report.ts'

// npm run coverage:product [-- --unmapped]
const project = openProject(join(dirname(fileURLToPath(import.meta.url)), '../..'))
const json = project.json(REQUIREMENTS)
if (!json) throw new Error(`${REQUIREMENTS} is not there.`)
const rows = cover(project, asRequirements(json))
const open = unmapped(rows)
if (!process.argv.includes('--unmapped')) console.log(`${print(rows)}\n`)
for (const line of open) console.error(line)
console.error(`${rows.length - open.length} of ${rows.length} promises mapped, ${open.length} unmapped`)
process.exit(open.length > 0 || rows.length === 0 ? 1 : 0)
