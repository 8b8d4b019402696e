import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { StartError } from '../startError.ts'
import { checkCollation, databaseAddress, postgresStartError } from './address.ts'
import { protectDataFolder } from './dataFolder.ts'
import { openDatabase } from './openDatabase.ts'

describe('the address of the database', () => {
  it.each([
    ['a PostgreSQL address', 'postgres://ann:secret@db:5432/app', 'postgres://ann:secret@db:5432/app'],
    ['another scheme of it', 'postgresql://db/app', 'postgresql://db/app'],
    ['nothing', undefined, join('data', 'placard.db')],
  ])('%s', (_, url, expected) => expect(databaseAddress(url, 'data')).toBe(expected))

  it('without a folder is in memory', () => expect(databaseAddress(undefined, ':memory:')).toBe(':memory:'))

  it.each(['', 'mysql://db/app', 'db:5432/app', 'postgres', 'postgres://', 'placard.db', 'postgres://[broken/app'])(
    '%j is refused',
    (url) => expect(() => databaseAddress(url, 'data')).toThrow(StartError),
  )
})

describe('an error of PostgreSQL at the start', () => {
  const failed = (code: string) => Object.assign(new Error('x'), { code })
  const textOf = (code: string) => {
    const error = postgresStartError('postgres://ann:secret@db:5432/app', failed(code))
    return error instanceof StartError ? error.message : null
  }

  it.each([
    ['ECONNREFUSED', 'PostgreSQL at db:5432 cannot be reached (ECONNREFUSED)'],
    ['ENOTFOUND', 'PostgreSQL at db:5432 cannot be reached (ENOTFOUND)'],
    ['28P01', 'PostgreSQL at db:5432 refuses the user "ann"'],
    ['3D000', 'PostgreSQL at db:5432 has no database "app"'],
  ])('%s is one sentence without the password', (code, text) => {
    expect(textOf(code)).toContain(text)
    expect(textOf(code)).not.toContain('secret')
  })

  it('of another kind keeps its stack', () => expect(textOf('42P01')).toBeNull())

  it('names a server that is away', async () => {
    // Nothing listens there: no test uses a port below 1024.
    const port = 1
    await expect(openDatabase(`postgres://ann:secret@127.0.0.1:${port}/app`)).rejects.toThrow(
      new StartError(
        `PostgreSQL at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
      ),
    )
  })
})

describe('the texts of a database', () => {
  const check = (byCodePoint: boolean, encoding = 'UTF8') => checkCollation({ name: 'app', encoding, byCodePoint })

  it('are ordered by code points', () => {
    expect(() => check(true)).not.toThrow()
    expect(() => check(false)).toThrow('createdb --locale=C --encoding=UTF8 --template=template0 app')
  })
  it('are UTF-8', () => expect(() => check(true, 'SQL_ASCII')).toThrow('the encoding SQL_ASCII'))
})

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  const folders: string[] = []
  const umask = process.umask()
  afterEach(() => {
    process.umask(umask)
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  it('is readable by its owner only, with what is in it and what is added', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'placard-')), 'data')
    folders.push(join(folder, '..'))
    mkdirSync(join(folder, 'uploads'), { recursive: true })
    for (const file of ['placard.db', 'uploads/one.png']) writeFileSync(join(folder, file), '')
    for (const path of [folder, join(folder, 'uploads')]) chmodSync(path, 0o755)
    for (const file of ['placard.db', 'uploads/one.png']) chmodSync(join(folder, file), 0o644)
    symlinkSync('nowhere', join(folder, 'link'))
    protectDataFolder(folder)
    writeFileSync(join(folder, 'later'), '')
    mkdirSync(join(folder, 'more'))
    const modes = Object.fromEntries(
      ['.', 'uploads', 'uploads/one.png', 'placard.db', 'later', 'more'].map((name) => [
        name,
        modeOf(join(folder, name)),
      ]),
    )
    expect(modes).toEqual({
      '.': '700',
      uploads: '700',
      'uploads/one.png': '600',
      'placard.db': '600',
      later: '600',
      more: '700',
    })
  })

  it('is refused with a sentence if it is a file', () => {
    const parent = mkdtempSync(join(tmpdir(), 'placard-'))
    folders.push(parent)
    const file = join(parent, 'data')
    writeFileSync(file, '')
    expect(() => protectDataFolder(file)).toThrow(StartError)
  })
})
