import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, sqliteStartError } from './openDatabase.ts'
import { openConnection } from './sqlite/sqliteDriver.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'placard-open-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Another process that keeps a file to itself, says so, and frees it after half a second. */
const HOLDER = `
  import { DatabaseSync } from '@photostructure/sqlite'
  const sqlite = new DatabaseSync(process.argv[1])
  sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 0; COMMIT')
  process.stdout.write('held')
  setTimeout(() => sqlite.close(), 500)
`

it('an SQLite file that another process is about to free is opened once it is free', async () => {
  const file = join(folder, 'placard.db')
  const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const opened = await openDatabase(file)
  expect(await opened.db.selectFrom('users').select('id').execute()).toEqual([])
  await opened.close()
})

it('a lock that stays is named as the reason, with what to do', () => {
  const file = join(folder, 'placard.db')
  const holder = openConnection(file)
  const other = openConnection(file)
  holder.exec('BEGIN IMMEDIATE')
  try {
    other.exec('BEGIN IMMEDIATE')
    expect.unreachable()
  } catch (error) {
    expect((sqliteStartError(file, error) as Error).message).toBe(
      `The database ${file} is locked by another program (SQLITE_BUSY): end it, or wait until it is done, and start again.`,
    )
  }
  holder.close()
  other.close()
})
