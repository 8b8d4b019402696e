// node ts.mjs [--bundle] [--omit=dev] <file.ts> [args]: installs missing packages, then runs a TypeScript program of the project.
// --bundle: the program runs from a bundle; it exports main(args, cwd).
// --omit=dev: the program runs without development dependencies (tests/conformance/product/dependencies.test.ts).
import { runBundle } from './bundle.mjs'
import { ensureInstalled } from './packages.mjs'
import { run, tsx } from './setup.mjs'

const args = process.argv.slice(2)
const takeFlag = (flag) => args[0] === flag && args.shift() !== undefined
const isBundled = takeFlag('--bundle')
await ensureInstalled(takeFlag('--omit=dev') ? { development: false } : {})
if (!isBundled || !(await runBundle(args[0], args.slice(1)))) process.exit(run(process.execPath, [...tsx, ...args]))
