import { postgresTroubleOf } from './postgres/postgresTrouble.ts'
import { sqliteCodeOf } from './sqlite/sqliteDriver.ts'

/** PostgreSQL error codes: 08 connection exception, 57P01 to 57P03 shutdown, crash or start-up, 53300 too many connections. */
const SQLSTATE = /^(08...|57P0[123]|53300)$/
const SOCKET_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** Messages of the driver, without a code, for a connection lost before or during a statement. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether an error means that the database cannot be reached. The result of the statement is then unknown; a retry may help. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (
    SOCKET_CODES.includes(code) ||
    (typeof code === 'string' && SQLSTATE.test(code)) ||
    DRIVER_MESSAGES.test(error.message)
  )
}

/**
 * Whether the database has refused a statement because of its own fault, and undone the transaction: its disk is
 * full or fails, another program has locked its file for too long, or a page is damaged.
 */
export const isRefusedWrite = (error: unknown): boolean =>
  ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_CORRUPT'].includes(sqliteCodeOf(error) ?? '') ||
  postgresTroubleOf(error) !== undefined
