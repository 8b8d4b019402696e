import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db.ts'
import { StartError } from '../../startError.ts'
import type { DataKey, DataKeys } from './dataKeys.ts'
import {
  createEncryption,
  HEADER_LENGTH,
  headerOf,
  operatorKeyOwner,
  twoFactorOwner,
  uploadOwner,
  type Encryption,
} from './encryption.ts'
import { inTransaction } from '../transaction.ts'

/** Id of the key that the database was last encrypted with; missing before the first encryption. */
export const KEY_FACT = 'dataKey'
/** Ids that are read at once. */
const BATCH = 500

export interface OpenedEncryption {
  encryption: Encryption
  /** Values that were stored unencrypted before. */
  encrypted: number
  /** Values that had been encrypted with another key. */
  rotated: number
  /** Values whose key is missing, or that were changed. */
  unreadable: number
}

/**
 * Opens the encryption of a database and encrypts all values with the first key: at the first start those that are stored as plain
 * text, later those of the other keys. Throws a StartError if the key of the database is missing, unless `lost` is its id.
 */
export async function openEncryption(
  db: Kysely<Tables>,
  { keys: given, create, source }: DataKeys,
  lost?: string,
): Promise<OpenedEncryption> {
  return await inTransaction(db, [KEY_FACT], async (trx) => {
    const fact = await trx.selectFrom('facts').select('value').where('name', '=', KEY_FACT).executeTakeFirst()
    const missing = fact !== undefined && !given.some(({ id }) => id === fact.value)
    if (missing && lost !== fact.value) throw missingKey(fact.value, source)
    const keys: readonly DataKey[] = given.length > 0 ? given : create ? [create()] : []
    const [first, ...others] = keys
    if (!first) throw new StartError(`${source} has no key.`)
    const encryption = createEncryption([first, ...others])
    const counts = { encrypted: 0, rotated: 0, unreadable: 0 }
    const values: EncryptedColumn[] = [
      ...TOTP_KEYS.map((column) => secrets(trx, encryption, column)),
      pictures(trx, encryption),
    ]
    for (const column of values) await encryptColumn(column, fact === undefined, counts)
    await recordKey(trx, encryption)
    return { encryption, ...counts }
  })
}

/** Stores which key the database is encrypted with. */
export async function recordKey(db: Kysely<Tables>, { keyId }: Encryption): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name: KEY_FACT, value: keyId })
    .onConflict((on) => on.column('name').doUpdateSet({ value: keyId }))
    .execute()
}

const missingKey = (id: string, source: string): StartError =>
  new StartError(
    `The two-factor keys and pictures of this database are encrypted with the key ${id}, which ${source} does not have. Restore it, or set the same PLACARD_DATA_KEY on every machine. If it is lost for good, start once with PLACARD_DATA_KEY_LOST=${id}: the pictures stay unreadable, and users with two-factor login need a recovery code.`,
  )

/** A column of encrypted values. */
interface EncryptedColumn {
  /** The next rows after `after` whose value the first key has not encrypted. */
  next(after: string): Promise<{ id: string }[]>
  /** Encrypts the value of a row; false if it cannot be decrypted. `plain`: the value is stored as it is. */
  encrypt(id: string, plain: boolean): Promise<boolean>
}

interface SecretColumn {
  table: 'two_factor' | 'operator_accounts'
  id: 'user_id' | 'id'
  owner: (id: string) => string
}

const TOTP_KEYS: readonly SecretColumn[] = [
  { table: 'two_factor', id: 'user_id', owner: twoFactorOwner },
  { table: 'operator_accounts', id: 'id', owner: operatorKeyOwner },
]

/** TOTP keys in the column `secret` of a table. */
function secrets(db: Kysely<Tables>, encryption: Encryption, { table, id: key, owner }: SecretColumn): EncryptedColumn {
  // Of the columns that these tables have.
  const rows = table as 'two_factor'
  const column = key as 'user_id'
  return {
    next: (after) =>
      db
        .selectFrom(rows)
        .select(`${column} as id`)
        .where(column, '>', after)
        .where('secret', 'is not', null)
        .where(sql`substr(secret, 1, ${HEADER_LENGTH})`, '!=', headerOf(encryption.keyId))
        .orderBy(column)
        .limit(BATCH)
        .execute(),
    async encrypt(id, plain) {
      const { secret } = await db.selectFrom(rows).select('secret').where(column, '=', id).executeTakeFirstOrThrow()
      const text = plain ? secret : encryption.decryptText(secret, owner(id))
      if (text === null) return false
      await db
        .updateTable(rows)
        .set({ secret: encryption.encryptText(text, owner(id)) })
        .where(column, '=', id)
        .execute()
      return true
    },
  }
}

function pictures(db: Kysely<Tables>, encryption: Encryption): EncryptedColumn {
  return {
    next: (after) =>
      db
        .selectFrom('uploads')
        .select('id')
        .where('id', '>', after)
        .where(sql`substr(content, 1, ${HEADER_LENGTH})`, '!=', Buffer.from(headerOf(encryption.keyId)))
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    async encrypt(id, plain) {
      const owner = uploadOwner(id)
      const row = await db.selectFrom('uploads').select('content').where('id', '=', id).executeTakeFirstOrThrow()
      const content = plain ? Buffer.from(row.content) : encryption.decrypt(row.content, owner)
      if (content === null) return false
      await db
        .updateTable('uploads')
        .set({ content: encryption.encrypt(content, owner) })
        .where('id', '=', id)
        .execute()
      return true
    },
  }
}

/** `plain`: the database has never been encrypted. A plain value that is found later was written by another program and stays unreadable. */
async function encryptColumn(
  column: EncryptedColumn,
  plain: boolean,
  counts: { encrypted: number; rotated: number; unreadable: number },
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await column.next(after)
    for (const { id } of rows) {
      if (!(await column.encrypt(id, plain))) counts.unreadable += 1
      else if (plain) counts.encrypted += 1
      else counts.rotated += 1
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
