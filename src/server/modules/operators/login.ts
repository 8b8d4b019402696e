import type { ServerContext } from '../../context.ts'
import { clearAttempts, countAttempt, countDelayedAttempt, refundAttempt } from '../../kit/attempts.ts'
import { hashPassword, verifyPassword } from '../identity/passwords.ts'
import { newToken, sha256 } from '../../kit/random.ts'
import { stepOf } from '../identity/security/totp.ts'
import { totpKeyOf } from './accounts.ts'
import { refuseOperator } from './refusal.ts'
import type { OperatorRow } from './tables.ts'

/** Of one address for one name. */
const PER_NAME_AND_IP = { free: 5, longest: 60, seconds: 900 }
/** Of all addresses that the operator has not logged in from. */
const PER_NAME = { free: 10, longest: 60, seconds: 900 }
const PER_IP = { count: 100, seconds: 900 }
/** Codes of one operator. */
const CODES = { free: 5, longest: 60, seconds: 900 }
/** A device is known for this time after a login. */
const DEVICE_SECONDS = 90 * 86_400

export interface OperatorCredentials {
  name: string
  password: string
  code?: string | null
}

const deviceHash = (operatorId: string, ip: string): string => sha256(`operator device\n${operatorId}\n${ip}`)

/** A hash that no password has, so that unknown names take as long as known ones. */
let dummy: Promise<string> | null = null

async function isKnownAddress({ db, clock }: ServerContext, operatorId: string, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('operator_devices')
    .select('seen')
    .where('operator_id', '=', operatorId)
    .where('hash', '=', deviceHash(operatorId, ip))
    .where('seen', '>', BigInt(clock.now() - DEVICE_SECONDS))
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers the address of a login, so that wrong passwords from elsewhere do not delay the next one from here. */
export async function rememberAddress(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  operatorId: string,
  ip: string,
): Promise<void> {
  const seen = clock.now()
  await db
    .insertInto('operator_devices')
    .values({ operator_id: operatorId, hash: deviceHash(operatorId, ip), seen })
    .onConflict((on) => on.columns(['operator_id', 'hash']).doUpdateSet({ seen }))
    .execute()
}

/**
 * Authenticates an operator. Attempts are counted before the password is verified; each wrong one delays the next, but not one from an
 * address that the operator has logged in from. Throws a refusal.
 */
export async function authenticateOperator(
  context: ServerContext,
  ip: string,
  { name, password, code }: OperatorCredentials,
): Promise<OperatorRow> {
  const { db, clock, options } = context
  const now = clock.now()
  const hash = sha256(`operator\n${name.toLowerCase()}`)
  const keys = { name: `operator-login:${hash}`, own: `operator-login:${hash}:${ip}`, ip: `operator-login-ip:${ip}` }
  await countAttempt(db, now, keys.ip, PER_IP)
  await countDelayedAttempt(db, now, keys.own, PER_NAME_AND_IP)
  const row = await db
    .selectFrom('operator_accounts')
    .selectAll()
    .where('name', '=', name.toLowerCase())
    .executeTakeFirst()
  const isKnown = row !== undefined && (await isKnownAddress(context, row.id, ip))
  if (!isKnown) await countDelayedAttempt(db, now, keys.name, PER_NAME)
  const isRight = await verifyPassword(
    password,
    row?.password ?? (await (dummy ??= hashPassword(newToken(), options.passwordCost))),
  )
  if (!row || !isRight || row.disabled === 1n) throw refuseOperator('wrongCredentials')
  if (row.temporary_until !== null) {
    if (row.temporary_until <= BigInt(now)) throw refuseOperator('temporaryPasswordExpired')
  } else {
    if (!code) throw refuseOperator('codeRequired')
    await verifyOperatorCode(context, row, code)
  }
  await clearAttempts(db, keys.own)
  if (!isKnown) await refundAttempt(db, keys.name)
  await refundAttempt(db, keys.ip)
  return row
}

/** Counts the attempt and verifies a TOTP code; each time step is valid once. Throws `wrongCode`. */
export async function verifyOperatorCode(context: ServerContext, row: OperatorRow, code: string): Promise<void> {
  const { db, clock } = context
  const key = `operator-totp:${row.id}`
  await countDelayedAttempt(db, clock.now(), key, CODES)
  const secret = totpKeyOf(context, row)
  const step = secret === null ? null : stepOf(secret, code, clock.now())
  if (step === null) throw refuseOperator('wrongCode')
  const used = await db
    .updateTable('operator_accounts')
    .set({ step })
    .where('id', '=', row.id)
    .where('step', '<', BigInt(step))
    .returning('step')
    .executeTakeFirst()
  if (!used) throw refuseOperator('wrongCode')
  await clearAttempts(db, key)
}
