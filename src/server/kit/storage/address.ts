import { join } from 'node:path'
import { StartError } from '../startError.ts'
import { isConnectionError } from './connectionErrors.ts'
import { postgresTroubleOf } from './postgres/postgresTrouble.ts'
import { START_ADVICE } from './trouble.ts'

const POSTGRES = /^postgres(ql)?:\/\//

/** Whether an address names a PostgreSQL server: by its host, or by the folder of its socket (`?host=`). */
export function isPostgres(address: string): boolean {
  if (!POSTGRES.test(address) || !URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  return hostname !== '' || searchParams.has('host')
}

/** The database to open: the PostgreSQL address `url`, otherwise the SQLite file in the data folder. An empty address is an error: a secret is missing. */
export function databaseAddress(url: string | undefined, dataFolder: string): string {
  if (url === undefined) return dataFolder === ':memory:' ? dataFolder : join(dataFolder, 'placard.db')
  if (isPostgres(url)) return url
  throw new StartError(
    'DATABASE_URL is not the address of a PostgreSQL database. Write postgres://user:password@host:5432/name, or remove the variable to use an SQLite file.',
  )
}

/** PostgreSQL's codes for a wrong password, a wrong role and a missing database. */
const WRONG_USER = new Set(['28P01', '28000'])
const MISSING_DATABASE = '3D000'
/** Messages of the driver without a code: a password is required and missing, or the server has no TLS. */
const NO_PASSWORD = /^SASL: .*password must be/
const NO_TLS = /does not support SSL/

/** Troubles as the beginning of a sentence. */
const TROUBLES = { full: 'The disk is full', failing: 'The disk fails', damaged: 'A page is damaged' } as const

/** An error of opening PostgreSQL for the operator, without the password; any other error as it is. */
export function postgresStartError(address: string, error: unknown): unknown {
  const { host, username, pathname } = new URL(address)
  const name = decodeURIComponent(pathname.slice(1))
  const { code, message } = error instanceof Error ? (error as Error & { code?: string }) : { code: '', message: '' }
  if (code === MISSING_DATABASE)
    return new StartError(`PostgreSQL at ${host} has no database "${name}". ${createCommand(name)}`)
  if (NO_TLS.test(message))
    return new StartError(`PostgreSQL at ${host} has no TLS, which DATABASE_URL requires. Correct DATABASE_URL.`)
  if (WRONG_USER.has(code ?? '') || NO_PASSWORD.test(message))
    return new StartError(`PostgreSQL at ${host} refuses the user "${username}". Correct DATABASE_URL.`)
  const trouble = postgresTroubleOf(error)
  if (trouble)
    return new StartError(
      `${TROUBLES[trouble]}, says PostgreSQL at ${host}: ${message} (${code}). ${START_ADVICE[trouble]}`,
    )
  if (isConnectionError(error))
    return new StartError(
      `PostgreSQL at ${host} cannot be reached (${code || message}). Start it, or correct DATABASE_URL.`,
    )
  return error
}

const createCommand = (name: string): string =>
  `Create it with createdb --locale=C --encoding=UTF8 --template=template0 ${name}`

/** Properties of a PostgreSQL database that the server checks at its start. */
export interface DatabaseTexts {
  name: string
  encoding: string
  /** Whether texts are ordered by their code points, as in SQLite: only then have lists and pages the same order. */
  byCodePoint: boolean
}

/** The row of DatabaseTexts. The order is tried: its setting has another column in each version and for each provider. */
export const DATABASE_TEXTS =
  "SELECT datname AS name, pg_encoding_to_char(encoding) AS encoding, 'B' < 'a' AS \"byCodePoint\" FROM pg_database WHERE datname = current_database()"

/** Throws a StartError unless the database orders and stores texts as SQLite does. */
export function checkCollation({ name, encoding, byCodePoint }: DatabaseTexts): void {
  if (encoding !== 'UTF8')
    throw new StartError(`The database "${name}" has the encoding ${encoding}; it must be UTF8. ${createCommand(name)}`)
  if (!byCodePoint)
    throw new StartError(
      `The database "${name}" orders texts by a language; its collation must be C. ${createCommand(name)}`,
    )
}
