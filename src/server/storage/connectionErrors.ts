/** PostgreSQL error codes: 08 connection exception, 57P01 to 57P03 shutdown, crash or start-up, 53300 too many connections. */
const SQLSTATE = /^(08...|57P0[123]|53300)$/
const SOCKET_CODES: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']
/** What the driver says without a code when the line goes while a statement is on it, or before. */
const DRIVER_MESSAGES = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** The database cannot be reached: whether what was asked has been done is not known, and asking again may help. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return SOCKET_CODES.includes(code) || (typeof code === 'string' && SQLSTATE.test(code)) || DRIVER_MESSAGES.test(error.message)
}
