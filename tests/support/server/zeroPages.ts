import { closeSync, openSync, writeSync } from 'node:fs'
import { openConnection } from '../../../src/server/kit/storage/sqlite/sqliteDriver.ts'

/** Overwrites the first page of each table whose name matches, and of its indexes, in a closed database, as a failing disk does. */
export function zeroPages(file: string, tables: string): void {
  const sqlite = openConnection(file, { readBigInts: false })
  const roots = sqlite
    .prepare('SELECT rootpage AS page FROM sqlite_master WHERE rootpage > 0 AND tbl_name LIKE ?')
    .all(tables)
  const { page_size: size } = sqlite.prepare('PRAGMA page_size').get() as { page_size: number }
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  sqlite.close()
  if (roots.length === 0) throw new Error(`The database has no table ${tables}`)
  const handle = openSync(file, 'r+')
  for (const { page } of roots as { page: number }[]) writeSync(handle, Buffer.alloc(size), 0, size, (page - 1) * size)
  closeSync(handle)
}
