import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { png } from '../../../../../tests/support/server/png.ts'
import { google, withKey } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { insideFile } from '../../../../../tests/support/server/insideFile.ts'
import { StartError } from '../../startError.ts'
import { newDataKey, parseDataKeys, readDataKeys, type DataKey } from './dataKeys.ts'
import { reencode } from '../../../modules/content/uploads/pictures/reencode.ts'
import { createEncryption } from './encryption.ts'

let folder = ''
let database = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-encryption-'))
  database = join(folder, 'placard.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const [one, two] = [newDataKey(), newDataKey()]
const start = (keys: readonly DataKey[], more: { lostDataKey?: string } = {}): Promise<TestServer> =>
  createTestServer({ database, dataKeys: { keys, source: 'the test' }, ...more })

/** A picture as the server stores it, which decoding and encoding does not change. */
const PICTURE = (await reencode(png(300)))?.content ?? Buffer.alloc(0)
/** The part of it that no other picture has. */
const TRACE = PICTURE.subarray(PICTURE.indexOf('IDAT'), PICTURE.indexOf('IDAT') + 24)

/** All bytes of the database's files. */
const onDisk = (): Buffer => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))

describe('the encryption', () => {
  const encryption = createEncryption([one, two])
  it('decrypts what any of its keys has encrypted', () => {
    const text = createEncryption([two]).encryptText('secret', 'row 1')
    expect(encryption.decryptText(text, 'row 1')).toBe('secret')
    expect(encryption.decryptText(encryption.encryptText('', 'row 1'), 'row 1')).toBe('')
  })
  it('decrypts neither moved, nor changed, nor plain values, nor those of another key', () => {
    const sealed = encryption.encrypt(PICTURE, 'row 1')
    expect(encryption.decrypt(sealed, 'row 1')?.equals(PICTURE)).toBe(true)
    expect(encryption.decrypt(sealed, 'row 2')).toBeNull()
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(encryption.decrypt(changed, 'row 1'), String(at)).toBeNull()
    }
    expect(encryption.decrypt(PICTURE, 'row 1')).toBeNull()
    expect(createEncryption([newDataKey()]).decrypt(sealed, 'row 1')).toBeNull()
    expect(encryption.decrypt(Buffer.alloc(0), 'row 1')).toBeNull()
  })
  it('encrypts the same value differently each time', () =>
    expect(encryption.encryptText('secret', 'row')).not.toBe(encryption.encryptText('secret', 'row')))
})

describe('the keys', () => {
  it('are created beside the data, readable by their owner only, and read again', () => {
    const file = join(folder, 'data.key')
    const created = readDataKeys(undefined, file)
    expect(created.keys).toEqual([])
    const key = created.create?.()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readDataKeys(undefined, file).keys).toEqual([key])
  })
  it('are those of the setting, in its order', () => {
    const text = [one, two].map(({ bytes }) => bytes.toString('base64')).join(',')
    expect(readDataKeys(text, join(folder, 'none')).keys).toEqual([one, two])
  })
  it.each(['short', 'x'.repeat(44), Buffer.alloc(31).toString('base64')])('%j is refused', (text) =>
    expect(() => parseDataKeys(text, 'PLACARD_DATA_KEY')).toThrow(StartError),
  )
})

describe('a database', () => {
  /** TOTP key and picture of a user. */
  async function fill(server: TestServer) {
    const person = await withKey(server)
    const { data } = await server.upload(person.token, PICTURE)
    return { person, upload: data.id, key: person.secret }
  }
  const reads = async (server: TestServer, { person, upload, key }: Awaited<ReturnType<typeof fill>>) => {
    const picture = await server.context.db
      .selectFrom('uploads')
      .select('content')
      .where('id', '=', upload)
      .executeTakeFirstOrThrow()
    const { data } = await google(server, person, { way: 'get' })
    return {
      picture: server.context.encryption.decrypt(picture.content, `uploads ${upload}`)?.equals(PICTURE) ?? null,
      key: data.key?.secret.replaceAll(' ', '') === key,
    }
  }

  it('has neither TOTP keys nor pictures in plain text', async () => {
    const server = await start([one])
    const { key } = await fill(server)
    await server.close()
    const bytes = onDisk()
    expect(bytes.includes('two_factor')).toBe(true)
    expect(bytes.includes(key)).toBe(false)
    expect(bytes.includes(TRACE)).toBe(false)
  })

  it('of an earlier version is encrypted once, without a trace of the plain values', async () => {
    const server = await start([one])
    const filled = await fill(server)
    await server.close()
    insideFile(database, (sqlite) => {
      sqlite.prepare('UPDATE two_factor SET secret = ?').run(filled.key)
      sqlite.prepare('UPDATE uploads SET content = ?').run(PICTURE)
      sqlite
        .prepare(
          'INSERT INTO uploads (id, user_id, type, hash, bytes, content, created) SELECT ?, user_id, type, ?, 1, ?, 0 FROM uploads',
        )
        .run('deleted', 'deleted', Buffer.from('deleted before '.repeat(1_000)))
      sqlite.exec("DELETE FROM uploads WHERE id = 'deleted'; DELETE FROM facts WHERE name = 'dataKey'")
    })
    const plain = () => [filled.key, TRACE, 'deleted before'].map((bytes) => onDisk().includes(bytes))
    expect(plain()).toEqual([true, true, true])
    const later = await start([one])
    expect(await reads(later, filled)).toEqual({ picture: true, key: true })
    await later.close()
    expect(plain()).toEqual([false, false, false])
  })

  it('is encrypted with the first key at the next start, after which the other one is not needed', async () => {
    const server = await start([one])
    const filled = await fill(server)
    await server.close()
    await (await start([two, one])).close()
    const later = await start([two])
    expect(await reads(later, filled)).toEqual({ picture: true, key: true })
    await later.close()
  })

  it('is refused with a sentence when its key is missing', async () => {
    const server = await start([one])
    await fill(server)
    await server.close()
    for (const keys of [[two], []])
      await expect(start(keys)).rejects.toThrow(
        expect.objectContaining({ name: 'StartError', message: expect.stringContaining(one.id) as string }) as Error,
      )
  })

  it('starts without a lost key that is named, and says nothing wrong', async () => {
    const server = await start([one])
    const filled = await fill(server)
    await server.close()
    const later = await start([two], { lostDataKey: one.id })
    expect(await reads(later, filled)).toEqual({ picture: null, key: false })
    await later.close()
    await (await start([two])).close()
  })

  it('takes no plain value later', async () => {
    const server = await start([one])
    const filled = await fill(server)
    await server.close()
    insideFile(database, (sqlite) => sqlite.prepare('UPDATE uploads SET content = ?').run(PICTURE))
    const later = await start([one])
    expect(await reads(later, filled)).toEqual({ picture: null, key: true })
    await later.close()
  })

  it('keeps its key over a reset', async () => {
    const server = await start([one])
    await server.app.inject({ method: 'POST', url: '/sandbox/reset' })
    await server.close()
    await expect(start([two])).rejects.toThrow(StartError)
  })
})
