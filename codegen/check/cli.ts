import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Compiler } from '../compile/project.ts'
import { loadProject } from './load.ts'
import { pretty } from './report/pretty.ts'
import { sarif } from './report/sarif.ts'
import { rules } from './rules/index.ts'

const USAGE = `npm run check [-- options] [path …]

  path      show only what concerns files below these paths
  --root d  the project to check (the current folder)
  --json    {"diagnostics": […], "stats": {…}}
  --sarif   SARIF 2.1.0
  --rules   the rules, a line each
  --help    this
`

export interface Answer {
  out: string
  status: 0 | 1 | 2
}

/** Runs the check as the command line asks. Status 1: an error or a warning is shown; 2: the command line is wrong. */
export function run(args: readonly string[], cwd: string, colour: boolean): Answer {
  const options = new Set<string>()
  const paths: string[] = []
  let root = cwd
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--root') root = resolve(cwd, args[++index] ?? '')
    else if (arg.startsWith('--')) options.add(arg)
    else paths.push(arg.replace(/^\.\//, '').replace(/\/$/, ''))
  }
  const odd = [...options].find((one) => !['--json', '--sarif', '--rules', '--help'].includes(one))
  if (odd !== undefined) return { out: `There is no option ${odd}.\n\n${USAGE}`, status: 2 }
  if (options.has('--help')) return { out: USAGE, status: 0 }
  if (options.has('--rules')) return { out: `${rules.map((rule) => `${rule.name.padEnd(24)} ${rule.severity.padEnd(8)} ${rule.doc}`).join('\n')}\n`, status: 0 }
  const started = performance.now()
  const files = loadProject(root)
  const checked = new Compiler().check(files)
  const wanted = (file: string): boolean => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`))
  const diagnostics = checked.diagnostics.filter((one) => wanted(one.file))
  const errors = diagnostics.filter((one) => one.severity === 'error').length
  const stats = { ...checked.stats, errors, warnings: diagnostics.length - errors, milliseconds: Math.round(performance.now() - started) }
  const status = diagnostics.length > 0 ? 1 : 0
  if (options.has('--json')) return { out: `${JSON.stringify({ diagnostics, stats }, null, 2)}\n`, status }
  if (options.has('--sarif')) return { out: `${JSON.stringify(sarif(diagnostics, rules), null, 2)}\n`, status }
  const summary = `${count(stats.screens, 'screen')}, ${count(stats.parts, 'part')}, ${count(stats.nodes, 'node')}: ${count(errors, 'error')}, ${count(stats.warnings, 'warning')} in ${stats.milliseconds} ms`
  return { out: `${pretty(diagnostics, files, colour)}${diagnostics.length > 0 ? '\n' : ''}${summary}\n`, status }
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { out, status } = run(process.argv.slice(2), process.cwd(),  process.stdout.isTTY)
  process.stdout.write(out)
  process.exitCode = status
}
