import { relative, resolve } from 'node:path'
import { readArguments } from '../commands/options.mjs'
import { run } from '../commands/setup.mjs'
import { createProduct } from './create.ts'

const USAGE = `npm run starter <folder>

Makes a product in a folder that is missing or empty: the engine, three screens and two calls about plants in two languages, a server, tests and
the gate. There, npm start runs it and npm test checks it. Replace its screens, schemas and texts by yours.
`

try {
  const { positionals } = readArguments({ usage: USAGE, positionals: true, options: {} })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) throw new Error(USAGE)
  const folder = resolve(given)
  createProduct(folder)
  const status = run(process.execPath, ['codegen/commands/ts.mjs', 'codegen/generate.ts'], { cwd: folder })
  if (status === 0) console.log(`Ready. Next: cd ${relative(process.cwd(), folder) || '.'} && npm start`)
  process.exitCode = status
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
