import { realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findKey } from './findKey.ts'
import { loadProject } from '../cli/load.ts'
import { pretty } from '../cli/report/pretty.ts'
import { buildCatalogue } from '../compiler/catalogue.ts'
import { createFormCompiler } from '../forms/validators.ts'
import {
  changedInEnglishOnly,
  changeLines,
  describeChange,
  EMPTY_SNAPSHOT,
  snapshotOfCatalogue,
  snapshotOfProject,
} from '../compiler/compare/describe.ts'
import type { CatalogueSnapshot } from '../compiler/compare/describe.ts'
import { missingOnClients } from '../compiler/compare/releasedScreens.ts'
import { isFailing } from '../compiler/source/findings/diagnostics.ts'
import { productCompiler } from '../product.ts'
import type { Checked } from '../compiler/project.ts'
import { connect, Refused, type LogRow, type Publication, type Server } from './server.ts'

const USAGE = `npm run catalogue -- <command> [options]

  publish               check, show what changes against what is live, and put it live
  revisions             every revision with author, note and time; * is live
  rollback <revision>   put an earlier one live again; its first six digits are enough
  log                   what was put live and what was refused, latest last

  --note "…"            why, for those who read the log
  --author name         who (the name of the account of this machine)
  --urgent              screens in use change at once, not when they are next entered
  --dry-run             show what would change and stop
  --yes                 do not ask
  --server address      PLACARD_SERVER, else http://127.0.0.1:4000
  --root folder         the project to publish (the current folder)

The operator key is read from PLACARD_OPERATOR_KEY, else from operator.key in the folder of the server's data (PLACARD_DATA, else data).
`
const OPTIONS = {
  note: { type: 'string' },
  author: { type: 'string' },
  urgent: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  server: { type: 'string' },
  root: { type: 'string' },
  help: { type: 'boolean' },
} as const
const SHORT = 12

export interface Terminal {
  cwd: string
  env: NodeJS.ProcessEnv
  colour: boolean
  print(text: string): void
  /** Null if not interactive. */
  confirm: ((question: string) => Promise<boolean>) | null
}

type Options = ReturnType<typeof parse>['values']
const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })

/** Runs one command. Status 1: it was refused; 2: the command line is wrong. */
export async function run(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const { print, env, cwd } = terminal
  const swallowed = ['note', 'author', 'urgent', 'server', 'root', 'dry-run', 'yes'].filter(
    (name) => (env[`npm_config_${name.replace('-', '_')}`] ?? '') !== '',
  )
  if (swallowed.length > 0) {
    print(
      `npm has kept --${swallowed[0]} for itself: write npm run catalogue -- ${args[0] ?? 'publish'} --${swallowed[0]} …, with the two dashes.\n`,
    )
    return 2
  }
  let given
  try {
    given = parse(args)
  } catch (error) {
    print(`${(error as Error).message}\n\n${USAGE}`)
    return 2
  }
  const { values, positionals } = given
  const [command, ...names] = positionals
  if (
    values.help ||
    command === undefined ||
    !['publish', 'revisions', 'rollback', 'log'].includes(command) ||
    names.length !== (command === 'rollback' ? 1 : 0)
  ) {
    print(USAGE)
    return values.help ? 0 : 2
  }
  try {
    const server = connect(
      (values.server ?? env.PLACARD_SERVER ?? 'http://127.0.0.1:4000').replace(/\/+$/, ''),
      findKey(terminal, (text) => new Refused(text)),
    )
    if (command === 'publish') return await publish(server, values, terminal)
    if (command === 'rollback') return await rollback(server, names[0] ?? '', values, terminal)
    if (command === 'log') print(logLines(await server.log()))
    else await list(server, terminal)
    return 0
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.diagnostics.length > 0)
      print(`${pretty(error.diagnostics, loadProject(resolve(cwd, values.root ?? '.')), terminal.colour)}\n`)
    print(`${error.message}\n`)
    return 1
  }
}

async function publish(server: Server, values: Options, terminal: Terminal): Promise<0 | 1 | 2> {
  const { print, cwd } = terminal
  if (!terminal.confirm && !values.yes && !values['dry-run']) {
    print(`There is no terminal for the question: add --yes to publish, or --dry-run to look only.\n`)
    return 2
  }
  const root = resolve(cwd, values.root ?? '.')
  const files = loadProject(root)
  if (!files.has('screens/shell.json'))
    throw new Refused(`There is no project in ${root}: screens/shell.json is missing. --root names another folder.`)
  const checked = productCompiler().check(files)
  if (checked.diagnostics.length > 0) print(`${pretty(checked.diagnostics, files, terminal.colour)}\n`)
  const failing = checked.diagnostics.filter(isFailing)
  if (failing.length > 0) {
    print(`Nothing was published: ${count(failing.length, 'finding')} of check.\n`)
    return 1
  }
  const { manifest } = buildCatalogue(checked, { compileForm: createFormCompiler() })
  const { live } = await server.state()
  if (live?.revision === manifest.revision) {
    print(`Nothing to publish: ${short(manifest.revision)} is live already.\n`)
    return 0
  }
  const [before, after] = [
    live ? snapshotOfCatalogue(await server.catalogue(live.revision)) : EMPTY_SNAPSHOT,
    snapshotOfProject(checked),
  ]
  const lines = changeLines(describeChange(before, after))
  print(
    `${lines.length > 0 ? lines.join('\n') : 'The lowered form changes, and nothing that a user sees.'}\n\n${short(manifest.revision)} replaces ${live ? short(live.revision) : 'nothing'}.\n`,
  )
  for (const { key, languages } of changedInEnglishOnly(before, after))
    print(`"${key}" says something else in English, and what it said in ${languages.join(', ')}.\n`)
  print(releasesBehind(before, checked))
  if (!(await confirmed(values, terminal))) return 0
  print('The server compiles the files …\n')
  const published = await server.publish({
    ...change(values, live?.revision ?? null),
    files: Object.fromEntries(files),
  })
  if (published.foreign.length > 0)
    print(
      `The server answers its calls as it did: ${published.foreign.join(', ')} will count when it is deployed with them.\n`,
    )
  print(formatPublished(published, values))
  return 0
}

/** The screens that clients of a release can no longer draw, a line each, and the number of those that they cannot draw as it is. */
function releasesBehind(live: CatalogueSnapshot, { screens, clients }: Checked): string {
  let lines = ''
  const behind = new Map<string, number>()
  for (const { screen } of screens) {
    if (!screen) continue
    const before = live.screens.get(screen.route)
    const known = new Map(
      before && missingOnClients(before.requires, clients).map(({ release, lacks }) => [release, lacks]),
    )
    for (const { release, lacks } of missingOnClients(screen.requires, clients)) {
      const added = lacks.filter((capability) => !known.get(release)?.includes(capability))
      if (added.length > 0)
        lines += `${screen.route}: clients of release ${release} lack the ${added.join(', the ')}. They keep the last version of the screen that they can draw.\n`
      else if (lacks.length > 0) behind.set(release, (behind.get(release) ?? 0) + 1)
    }
  }
  for (const [release, number] of behind)
    lines += `Clients of release ${release} already keep earlier versions of ${count(number, 'screen')}.\n`
  return lines
}

async function rollback(server: Server, name: string, values: Options, terminal: Terminal): Promise<0 | 1 | 2> {
  const { live, revisions } = await server.state()
  const matches = revisions.filter(({ revision }) => revision.startsWith(name))
  const [target] = matches
  if (!target || matches.length > 1)
    throw new Refused(
      target
        ? `${count(matches.length, 'revision')} begin with ${name}: write more of it.`
        : `There is no revision ${name}: npm run catalogue revisions lists them.`,
    )
  if (live && live.revision !== target.revision) {
    const [before, after] = await Promise.all([live.revision, target.revision].map((item) => server.catalogue(item)))
    if (before && after)
      terminal.print(
        `${changeLines(describeChange(snapshotOfCatalogue(before), snapshotOfCatalogue(after))).join('\n')}\n\n`,
      )
  }
  if (values['dry-run']) return 0
  const published = await server.rollback({ ...change(values, live?.revision ?? null), revision: target.revision })
  terminal.print(formatPublished(published, values))
  return 0
}

async function confirmed(values: Options, { confirm: ask, print }: Terminal): Promise<boolean> {
  if (values['dry-run']) return false
  if (values.yes || (await ask?.('Publish? [y/N] '))) return true
  print('Nothing was published.\n')
  return false
}

const change = (values: Options, expected: string | null) => ({
  author: values.author ?? userInfo().username,
  note: values.note ?? '',
  urgent: values.urgent === true,
  expected,
})

const formatPublished = ({ revision, unchanged }: Publication, { urgent }: Options): string =>
  unchanged
    ? `${short(revision)} was live already.\n`
    : `${short(revision)} is live. Open apps have it within 5 seconds; a screen in use changes ${urgent ? 'at once' : 'when it is next entered'}.\n`

async function list(server: Server, { print }: Terminal): Promise<void> {
  const { live, revisions } = await server.state()
  print(
    revisions
      .map(({ revision, author, note, time }) =>
        `${revision === live?.revision ? '*' : ' '} ${short(revision)}  ${moment(time)}  ${author.padEnd(12)} ${note}`.trimEnd(),
      )
      .join('\n') + '\n',
  )
}

function logLines(rows: readonly LogRow[]): string {
  return rows
    .toReversed()
    .map(({ seq, time, action, revision, urgent, author, note, detail, address }) => {
      const notes = [note, detail].filter((item) => item !== '').join(' · ')
      return (
        `${String(seq).padStart(4)}  ${moment(time)}  ${action.padEnd(8)} ${(revision === null ? '' : short(revision)).padEnd(SHORT)} ${urgent ? 'urgent ' : ''}${author} ${address} ${notes}`.trimEnd() +
        '\n'
      )
    })
    .join('')
}

const short = (revision: string): string => revision.slice(0, SHORT)
const moment = (time: number): string => `${new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ')}Z`
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

async function question(text: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(text)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** The command on the terminal of this process. */
export async function main(args: readonly string[], cwd: string): Promise<void> {
  process.exitCode = await run(args, {
    cwd,
    env: process.env,
    colour: process.stdout.isTTY,
    print: (text) => process.stdout.write(text),
    confirm: process.stdin.isTTY && process.stdout.isTTY ? question : null,
  })
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  void main(process.argv.slice(2), process.cwd())
