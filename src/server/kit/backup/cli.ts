import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { StartError } from '../startError.ts'
import { databaseAddress } from '../storage/address.ts'
import { readDataKeys } from '../storage/encryption/dataKeys.ts'
import { BackupError } from './backupError.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const SETTINGS = `The settings are those of the server (src/server/README.md):
  PLACARD_DATA=data   folder of the data
  DATABASE_URL        the PostgreSQL database; without it, placard.db in the folder
  PLACARD_DATA_KEY    key of the data at rest; without it, the file <PLACARD_DATA>.key

Run it as the user of the server. The drill: src/server/deploy/BACKUP.md.
Exit status: 0, done; 1, refused or failed; 2, wrong arguments.
`
const USAGE = {
  backup: `npm run backup [-- --to <folder>]

Makes a backup of the data in a folder of its own, while the server runs, and verifies it. The data key is not part of it.

  --to <folder>   folder of the backups; default: backups

${SETTINGS}`,
  restore: `npm run restore -- <folder of the backup>

Restores a backup into an empty data folder or database, while no server runs on it, and verifies files, ledger and data key before it can be used.
Data that is there is never overwritten.

${SETTINGS}`,
}
type Command = keyof typeof USAGE

export interface Terminal {
  cwd: string
  env: NodeJS.ProcessEnv
  print(text: string): void
}

const MEGABYTE = 1_000_000
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Runs a command and returns its exit status. */
export async function run(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  const { print } = terminal
  let parsed: { values: { to?: string; help?: boolean }; positionals: string[] }
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    print(`${(error as Error).message}\n\n${USAGE[command]}`)
    return 2
  }
  const { values, positionals } = parsed
  if (values.help === true) {
    print(USAGE[command])
    return 0
  }
  if (command === 'backup' ? positionals.length > 0 : positionals.length !== 1 || values.to !== undefined) {
    print(USAGE[command])
    return 2
  }
  try {
    await (command === 'backup'
      ? backUpTo(values.to ?? 'backups', terminal)
      : restoreFrom(positionals[0] ?? '', terminal))
    return 0
  } catch (error) {
    if (!(error instanceof BackupError) && !(error instanceof StartError)) throw error
    print(`${error.message}\n`)
    return 1
  }
}

function placeOf({ cwd, env }: Terminal): { address: string; data: string } {
  const data = resolve(cwd, env.PLACARD_DATA ?? 'data')
  return { data, address: databaseAddress(env.DATABASE_URL, data) }
}

async function backUpTo(to: string, terminal: Terminal): Promise<void> {
  const started = performance.now()
  const { folder, files, dataKey } = await backUp({ ...placeOf(terminal), to: resolve(terminal.cwd, to) })
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const { env, print } = terminal
  print(
    `Backup: ${folder} (${plural(files.length, 'file')}, ${(bytes / MEGABYTE).toFixed(1)} MB, ${((performance.now() - started) / 1000).toFixed(1)} s)
It does not have the data key ${dataKey} (${env.PLACARD_DATA_KEY ? 'PLACARD_DATA_KEY' : `${placeOf(terminal).data}.key`}). Keep that key too, in another place: without it pictures and two-factor keys cannot be restored.
`,
  )
}

async function restoreFrom(from: string, terminal: Terminal): Promise<void> {
  const started = performance.now()
  const { env, cwd, print } = terminal
  const place = placeOf(terminal)
  const { manifest, kept, users, postings, revisions, pictures, lastPosting } = await restore({
    ...place,
    from: resolve(cwd, from),
    keys: readDataKeys(env.PLACARD_DATA_KEY, `${place.data}.key`),
    ...(env.PLACARD_DATA_KEY_LOST !== undefined && { lostKey: env.PLACARD_DATA_KEY_LOST }),
  })
  const time = (seconds: number): string => new Date(seconds * 1000).toISOString()
  print(
    `Restored the backup of ${time(manifest.made)} in ${((performance.now() - started) / 1000).toFixed(1)} s: ${plural(users, 'user')}, ${plural(postings, 'posting')}${lastPosting === null ? '' : `, the last of ${time(lastPosting)}`}, ${plural(revisions, 'published revision')}, ${plural(pictures, 'picture')}.
The ledger is sound and the data key fits. What was done after the backup is not in it.
${kept.length > 0 ? `Left as they were: ${kept.join(', ')}.\n` : ''}Start the server.
`,
  )
}

/** The command on the terminal of this process. */
export async function main([command, ...args]: readonly string[], cwd: string): Promise<void> {
  // Everything that the command writes is readable by its user only.
  process.umask(0o077)
  process.exitCode = await run(command === 'restore' ? 'restore' : 'backup', args, {
    cwd,
    env: process.env,
    print: (text) => process.stdout.write(text),
  })
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  void main(process.argv.slice(2), process.cwd())
