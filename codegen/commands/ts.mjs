// node ts.mjs [--omit=dev] <file.ts> [args]: installs missing packages, then runs a TypeScript program of the project.
// --omit=dev: the program runs without development dependencies (tests/conformance/product/dependencies.test.ts).
import { ensureInstalled, run, tsx } from './setup.mjs'

const args = process.argv.slice(2)
if (args[0] === '--omit=dev') {
  args.shift()
  ensureInstalled({ development: false })
} else ensureInstalled()
process.exit(run(process.execPath, [...tsx, ...args]))
