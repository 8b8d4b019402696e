import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { OpenDatabase } from '../db.ts'
import { isPostgres, postgresStartError } from './address.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** The DDL of every src/server/<module>/tables.ts, in order of the module names; each statement must be idempotent. */
export async function readDdl(): Promise<string[]> {
  const here = join(dirname(fileURLToPath(import.meta.url)), '..')
  const statements: string[] = []
  for (const module of readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()) {
    if (!readdirSync(join(here, module)).includes('tables.ts')) continue
    const { ddl } = (await import(pathToFileURL(join(here, module, 'tables.ts')).href)) as { ddl?: string[] }
    if (!Array.isArray(ddl)) throw new Error(`src/server/${module}/tables.ts exports no ddl`)
    statements.push(...ddl)
  }
  return statements
}

/** Opens a PostgreSQL database by its URL, otherwise an SQLite file. Throws a StartError where the operator can do something about it. */
export async function openDatabase(address: string): Promise<OpenDatabase> {
  const ddl = await readDdl()
  if (!isPostgres(address)) return openSqlite(address, ddl)
  try {
    return await openPostgres(address, ddl)
  } catch (error) {
    throw postgresStartError(address, error)
  }
}
