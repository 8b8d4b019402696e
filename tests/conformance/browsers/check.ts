import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildTargets } from '../../../codegen/vite/browsers.ts'
import { isBuildStale, root } from '../../../codegen/commands/setup.mjs'
import { JAVASCRIPT, STYLES } from './features.ts'
import { unsupported } from './unsupported.ts'

/**
 * The built app uses no feature that a supported browser lacks, except where its table has a reason. The build lowers syntax to these browsers;
 * this compares what no build can lower. Prints each use and exits with 1.
 */
const folder = join(root, 'dist')
if (isBuildStale()) throw new Error('The build is missing or outdated: run npx vite build.')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|css)$/.test(file))
if (files.length === 0) throw new Error('The build has no code.')

const targets = buildTargets(root)
const problems = files.flatMap((file) =>
  unsupported(readFileSync(join(folder, file), 'utf8'), file.endsWith('.css') ? STYLES : JAVASCRIPT, targets).map(
    (problem) => `dist/${file}: ${problem}`,
  ),
)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files for ${targets.join(', ')}: ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
