import { parseArgs } from 'node:util'
import { relative, resolve } from 'node:path'
import type { Files } from '../compiler/source/source.ts'

export const USAGE = `npm run check [-- options] [path …]

  path            show only what concerns files below these paths
  --root dir      the project to check (the current folder)
  --json          {"diagnostics": […], "stats": {…}}; with --watch a line of JSON for each change
  --sarif         SARIF 2.1.0, with fixes

  --fix           put right what can be put right with certainty, and show what is left
  --remove        with --fix: also remove what nothing reads (texts, states, parameters), second members of a name with
                  the same value, and comments
  --dry-run       with --fix: show the difference, write nothing
  --watch         keep checking, and show what each save changes
  --against what  compare with a git revision, with a running server (http://127.0.0.1:4000), or with a folder or
                  manifest of a catalogue (dist/catalogue): which screens break with a changed contract, whether screens
                  that are out go on working, and which released clients can draw each screen
  --release name  store what this build can draw and do as schemas/clients/<name>.json

  --no-lint       leave out what rules only guess from names; such findings are shown and never fail
  --rules         the rules, a line each
  --help          this

Exit status: 0 all is sound; 1 there are findings, or something breaks; 2 the command line is wrong.
`

const OPTIONS = {
  root: { type: 'string' },
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  fix: { type: 'boolean' },
  remove: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  watch: { type: 'boolean' },
  against: { type: 'string' },
  release: { type: 'string' },
  'no-lint': { type: 'boolean' },
  rules: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

export interface Options {
  root: string
  paths: string[]
  against?: string
  release?: string
  flags: Record<'json' | 'sarif' | 'fix' | 'remove' | 'dry-run' | 'watch' | 'no-lint' | 'rules' | 'help', boolean>
}

/** Parses the arguments; returns a message if they are invalid. */
export function readOptions(args: readonly string[], cwd: string): Options | string {
  let read
  try {
    read = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    return usageError(error)
  }
  const { values, positionals } = read
  const flags = {
    json: values.json === true,
    sarif: values.sarif === true,
    fix: values.fix === true,
    remove: values.remove === true,
    'dry-run': values['dry-run'] === true,
    watch: values.watch === true,
    'no-lint': values['no-lint'] === true,
    rules: values.rules === true,
    help: values.help === true,
  }
  if (flags.remove && !flags.fix) return '--remove goes with --fix.'
  if (flags['dry-run'] && !flags.fix) return '--dry-run goes with --fix.'
  const modes = [
    flags.fix && '--fix',
    flags.watch && '--watch',
    values.against !== undefined && '--against',
    values.release !== undefined && '--release',
  ].filter((item) => item !== false)
  if (modes.length > 1) return `${modes.join(' and ')} do not go together.`
  if (flags.sarif && (modes.length > 0 || flags.json)) return `--sarif does not go with ${modes[0] ?? '--json'}.`
  if (values.release !== undefined && !/^\d+\.\d+\.\d+$/.test(values.release))
    return 'A release is three numbers, as in 1.2.0.'
  const root = resolve(cwd, values.root ?? '.')
  const paths = positionals.map((path) => relative(root, resolve(root, path)).replaceAll('\\', '/'))
  return {
    root,
    // The root itself contains every file.
    paths: paths.includes('') ? [] : paths,
    flags,
    ...(values.against === undefined ? {} : { against: values.against }),
    ...(values.release === undefined ? {} : { release: values.release }),
  }
}

/** A sentence about the first path that names no file and no folder of the project; undefined without one. */
export function unknownPath({ paths }: Options, files: Files): string | undefined {
  const names = [...files.keys()]
  const path = paths.find((path) => !names.some((file) => file === path || file.startsWith(`${path}/`)))
  return path === undefined
    ? undefined
    : `The project has no file "${path}", and no folder of this name with screens, texts or schemas.`
}

function usageError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /Unknown option '(.+?)'/.exec(message)?.[1]
  if (unknown !== undefined) return `There is no option ${unknown}.`
  const bare = /Option '(.+?) <value>' argument missing/.exec(message)?.[1]
  return bare === undefined ? message : `${bare} needs a value.`
}
