import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../engine/language/values/time.ts'
import { roles, type Permission, type Role } from '../../../generated/operatorApi/contract.ts'
import type { OperatorAccount } from '../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import { hashPassword } from '../identity/passwords.ts'
import { newId, newToken } from '../../kit/random.ts'
import { operatorKeyOwner } from '../../kit/storage/encryption/encryption.ts'
import { refuseOperator } from './refusal.ts'
import type { OperatorRow } from './tables.ts'

/** A temporary password is valid for a day. */
const TEMPORARY_SECONDS = 86_400
const TEMPORARY_LENGTH = 20

const isRole = (name: string): name is Role => Object.hasOwn(roles, name)

export const rolesOf = (row: Pick<OperatorRow, 'roles'>): Role[] => row.roles.split(' ').filter(isRole)

const storedRoles = (list: readonly Role[]): string => [...new Set(list)].toSorted().join(' ')

/** The permissions of all roles of an operator. */
export const permissionsOf = (row: Pick<OperatorRow, 'roles'>): Permission[] => [
  ...new Set(rolesOf(row).flatMap((role) => [...roles[role].permissions])),
]

/** The operator as the contract has it; it contains no secret. */
export const operatorEntity = (row: OperatorRow): OperatorAccount => ({
  id: row.id,
  name: row.name,
  roles: rolesOf(row),
  disabled: row.disabled === 1n,
  ready: row.temporary_until === null,
  createdBy: row.created_by,
  time: asUnixSeconds(row.created),
})

/** Throws `operatorNotFound`. */
export async function operatorOf(db: Kysely<Tables>, id: string): Promise<OperatorRow> {
  const row = await db.selectFrom('operator_accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuseOperator('operatorNotFound')
  return row
}

/** The TOTP key of an operator; null before the setup, and where the key that encrypted it is lost. */
export const totpKeyOf = ({ encryption }: Pick<ServerContext, 'encryption'>, row: OperatorRow): string | null =>
  row.secret === null ? null : encryption.decryptText(row.secret, operatorKeyOwner(row.id))

/** Ids of the operators with the role admin who can log in. */
export async function activeAdmins(context: Pick<ServerContext, 'db' | 'clock' | 'encryption'>): Promise<string[]> {
  const rows = await context.db.selectFrom('operator_accounts').selectAll().where('disabled', '=', 0n).execute()
  const now = BigInt(context.clock.now())
  return rows
    .filter((row) => rolesOf(row).includes('admin'))
    .filter((row) => (row.temporary_until === null ? totpKeyOf(context, row) !== null : row.temporary_until > now))
    .map(({ id }) => id)
}

export interface TemporaryPassword {
  password: string
  hash: string
}

/** Computed before the transaction that stores it. */
export async function newTemporaryPassword({ options }: Pick<ServerContext, 'options'>): Promise<TemporaryPassword> {
  const password = newToken().slice(0, TEMPORARY_LENGTH)
  return { password, hash: await hashPassword(password, options.passwordCost) }
}

/** Creates an operator with a temporary password, inside a transaction. Throws `nameTaken`. */
export async function createOperator(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  {
    name,
    roles: list,
    hash,
    createdBy,
  }: { name: string; roles: readonly Role[]; hash: string; createdBy: string | null },
): Promise<OperatorRow> {
  const now = clock.now()
  const row = await db
    .insertInto('operator_accounts')
    .values({
      id: newId(),
      name: name.toLowerCase(),
      roles: storedRoles(list),
      password: hash,
      temporary_until: now + TEMPORARY_SECONDS,
      secret: null,
      step: 0,
      disabled: 0,
      created_by: createdBy,
      created: now,
    })
    .onConflict((on) => on.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refuseOperator('nameTaken')
  return row
}

/** Replaces the password by a temporary one, deletes the TOTP key, and ends all sessions, inside a transaction. */
export async function resetOperator(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  id: string,
  hash: string,
): Promise<OperatorRow> {
  await db.deleteFrom('operator_sessions').where('operator_id', '=', id).execute()
  await db.deleteFrom('operator_devices').where('operator_id', '=', id).execute()
  return await db
    .updateTable('operator_accounts')
    .set({ password: hash, temporary_until: clock.now() + TEMPORARY_SECONDS, secret: null, step: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes roles and state, inside a transaction. The sessions of a disabled operator end. */
export async function updateOperator(
  db: Kysely<Tables>,
  id: string,
  { roles: list, disabled }: { roles: readonly Role[]; disabled: boolean },
): Promise<OperatorRow> {
  if (disabled) await db.deleteFrom('operator_sessions').where('operator_id', '=', id).execute()
  return await db
    .updateTable('operator_accounts')
    .set({ roles: storedRoles(list), disabled: disabled ? 1 : 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
