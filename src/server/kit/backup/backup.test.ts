import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_DATA_KEY, TEST_DATA_KEYS } from '../../../../tests/support/server/dataKey.ts'
import { zeroPages } from '../../../../tests/support/server/zeroPages.ts'
import { createTestServer, png } from '../../../../tests/support/server/testServer.ts'
import { newDataKey } from '../storage/encryption/dataKeys.ts'
import { uploadOwner } from '../storage/encryption/encryption.ts'
import { openConnection } from '../storage/sqlite/sqliteDriver.ts'
import { run } from './cli.ts'

const id = TEST_DATA_KEYS.keys[0]?.id ?? ''

let folder = ''
let token = ''
let user = ''
let backup = ''
/** Output of the last command. */
let said = ''

const at = (name: string): string => join(folder, name)
const command = (name: 'backup' | 'restore', args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> => {
  said = ''
  return run(name, args, {
    cwd: folder,
    env: { PLACARD_DATA_KEY: TEST_DATA_KEY, ...env },
    print: (text) => void (said += text),
  })
}
let places = 0
/** Restores into a separate folder. */
const restored = async (from: string, env: NodeJS.ProcessEnv = {}) => {
  const data = at(`restored-${++places}`)
  return { data, status: await command('restore', [from], { PLACARD_DATA: data, ...env }) }
}
const copyOfBackup = (): string => {
  const copy = at(`backup-${++places}`)
  cpSync(backup, copy, { recursive: true })
  return copy
}

function rewriteManifest(copy: string, change: object): void {
  const file = join(copy, 'manifest.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-backup-'))
  const server = await createTestServer({ database: at('data/placard.db') })
  const person = await server.person()
  token = person.token
  user = (await server.call('user/info', {}, { token })).data.id
  const { type } = await server.call(
    'wallet/transfer',
    { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '7' },
    { token },
  )
  expect(type).toBe('ok')
  expect((await server.upload(token, png(1))).type).toBe('ok')
  writeFileSync(at('data/operator.key'), 'k'.repeat(40), { mode: 0o600 })
  // The server is open: the backup is made beside it.
  expect(await command('backup', ['--to', 'kept']), said).toBe(0)
  backup = join(at('kept'), readdirSync(at('kept'))[0] ?? '')
  await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a backup', () => {
  it('has the database, the other files of the folder, and no data key', () => {
    const { files, dataKey, database } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      files: { name: string }[]
      dataKey: string
      database: string
    }
    expect(files.map(({ name }) => name)).toEqual(['placard.db', 'files/operator.key'])
    expect([database, dataKey]).toEqual(['sqlite', id])
    for (const name of ['placard.db', 'manifest.json'])
      expect(readFileSync(join(backup, name)).includes(TEST_DATA_KEY), name).toBe(false)
  })

  it('leaves no partial folder', () => {
    expect(readdirSync(at('kept'))).toHaveLength(1)
  })

  it('of a folder without a database is refused', async () => {
    expect(await command('backup', [], { PLACARD_DATA: at('none') })).toBe(1)
    expect(said).toContain('There is no database')
    expect(existsSync(at('backups')) ? readdirSync(at('backups')) : []).toEqual([])
  })

  it('of a damaged database is refused', async () => {
    const data = at('damaged')
    cpSync(at('data'), data, { recursive: true })
    zeroPages(join(data, 'placard.db'), 'ledger%')
    expect(await command('backup', [], { PLACARD_DATA: data })).toBe(1)
    expect(said).toMatch(/damaged.*keep the earlier backups/s)
  })
})

describe('a restore', () => {
  it('has accounts, sessions, pictures and files, and says what it found', async () => {
    const { data, status } = await restored(backup)
    expect(status, said).toBe(0)
    expect(said).toContain('The ledger is sound and the data key fits')
    expect(readFileSync(join(data, 'operator.key'), 'utf8')).toBe('k'.repeat(40))
    expect(statSync(join(data, 'placard.db')).mode & 0o077).toBe(0)
    expect(readdirSync(data).toSorted()).toEqual(['operator.key', 'placard.db', 'server.lock'])
    const server = await createTestServer({ database: join(data, 'placard.db') })
    try {
      expect((await server.call('user/info', {}, { token })).type).toBe('ok')
      const { posted } = await server.context.ledger.balance(user, 'real', 'contract', 'USDT')
      expect(posted).toBe(700_000_000n)
      const { id: picture, content } = await server.context.db
        .selectFrom('uploads')
        .select(['id', 'content'])
        .executeTakeFirstOrThrow()
      expect(server.context.encryption.decrypt(content, uploadOwner(picture))).not.toBeNull()
    } finally {
      await server.close()
    }
  })

  it.each(['placard.db', 'placard.db-wal'])('overwrites no %s', async (name) => {
    const data = at(`living-${name}`)
    mkdirSync(data)
    writeFileSync(join(data, name), 'living')
    expect(await command('restore', [backup], { PLACARD_DATA: data })).toBe(1)
    expect(said).toContain('a restore overwrites nothing')
    expect(readFileSync(join(data, name), 'utf8')).toBe('living')
  })

  it('with another key is refused with the names of both', async () => {
    const other = newDataKey()
    const { data, status } = await restored(backup, { PLACARD_DATA_KEY: other.bytes.toString('base64') })
    expect(status).toBe(1)
    expect(said).toContain(`encrypted with the data key ${id}, and PLACARD_DATA_KEY has the key ${other.id}`)
    expect(existsSync(join(data, 'placard.db'))).toBe(false)
  })

  it('without the lost key succeeds when its id is given', async () => {
    const other = newDataKey().bytes.toString('base64')
    const { status } = await restored(backup, { PLACARD_DATA_KEY: other, PLACARD_DATA_KEY_LOST: id })
    expect(status, said).toBe(0)
  })

  it.each<[name: string, change: (copy: string) => void, message: string]>([
    ['that was cut', (copy) => truncateSync(join(copy, 'placard.db'), 8192), 'is damaged'],
    ['with a changed file', (copy) => appendFileSync(join(copy, 'files/operator.key'), 'x'), 'is damaged'],
    ['without a file', (copy) => rmSync(join(copy, 'placard.db')), 'is incomplete'],
    ['without its manifest', (copy) => rmSync(join(copy, 'manifest.json')), 'is no complete backup'],
    ['of a later format', (copy) => rewriteManifest(copy, { format: 2 }), 'has the format 2'],
    ['of PostgreSQL', (copy) => rewriteManifest(copy, { database: 'postgresql' }), 'set DATABASE_URL'],
  ])('of a backup %s is refused', async (_name, change, message) => {
    const copy = copyOfBackup()
    change(copy)
    const { data, status } = await restored(copy)
    expect(status).toBe(1)
    expect(said).toContain(message)
    expect(existsSync(join(data, 'placard.db'))).toBe(false)
  })

  it('of a backup whose ledger is not sound leaves nothing', async () => {
    const data = at('unsound')
    cpSync(at('data'), data, { recursive: true })
    const sqlite = openConnection(join(data, 'placard.db'))
    sqlite.exec('UPDATE ledger_account SET posted = posted + 1 WHERE posted > 0')
    sqlite.close()
    expect(await command('backup', ['--to', 'unsound-kept'], { PLACARD_DATA: data }), said).toBe(0)
    const result = await restored(join(at('unsound-kept'), readdirSync(at('unsound-kept'))[0] ?? ''))
    expect(result.status).toBe(1)
    expect(said).toContain('The ledger of the backup is not sound')
    expect(readdirSync(result.data).filter((name) => name.startsWith('placard.db'))).toEqual([])
  })
})
