/** Of PostgreSQL: 08 connection exceptions, 57P01 to 57P03 it shuts down, crashed or starts, 53300 it takes no more connections. */
const STATE = /^(08...|57P0[123]|53300)$/
const OF_THE_LINE: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']
/** What the driver says without a code when the line goes while a statement is on it, or before. */
const WORDS = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** The database cannot be reached: whether what was asked has been done is not known, and asking again may help. */
export function isOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return OF_THE_LINE.includes(code) || (typeof code === 'string' && STATE.test(code)) || WORDS.test(error.message)
}
