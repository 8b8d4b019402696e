import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupError } from './backupError.ts'

/** Where Debian installs the programs of each version. */
const VERSIONS = '/usr/lib/postgresql'

/** The newest installed program, otherwise that of the search path. */
function programOf(name: string): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(VERSIONS, version, 'bin', name)).find((path) => existsSync(path)) ?? name
}

/** The address without its password, which other users of the machine could see among the arguments of a process. */
function withoutPassword(address: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { address: url.href, env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) } }
}

async function run(name: string, address: string | null, args: readonly string[]): Promise<void> {
  const target = address === null ? null : withoutPassword(address)
  const child = spawn(programOf(name), [...(target === null ? [] : [`--dbname=${target.address}`]), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: target?.env ?? process.env,
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', reject)
  })
  let status: number | null
  let errors = ''
  try {
    ;[errors, status] = await Promise.all([text(child.stderr), ended])
  } catch {
    throw new BackupError(`${name} is not installed: install the client programs of PostgreSQL (postgresql-client).`)
  }
  if (status !== 0) throw new BackupError(`${name} failed:\n${errors.trim()}`)
}

/** Writes a consistent copy of a database while others use it. */
export const dump = (address: string, file: string): Promise<void> =>
  run('pg_dump', address, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`])

/** Fails if the table of contents of a copy cannot be read. */
export const checkDump = (file: string): Promise<void> => run('pg_restore', null, ['--list', file])

/** Fills an empty database in one transaction. */
export const restoreDump = (address: string, file: string): Promise<void> =>
  run('pg_restore', address, ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', file])
