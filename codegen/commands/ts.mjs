// node ts.mjs <file.ts> [args]: installs missing packages, then runs a TypeScript program of the project.
import { ensureInstalled, run, tsx } from './setup.mjs'

ensureInstalled()
process.exit(run(process.execPath, [...tsx, ...process.argv.slice(2)]))
