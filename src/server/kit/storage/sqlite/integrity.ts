import { openConnection } from './sqliteDriver.ts'

/** Problems that are reported: one is enough to act. */
const MOST = 5
/** Wait for the lock of another connection. */
const BUSY_MS = 10_000

/** Reads every page of an SQLite file and returns the problems of its structure. Blocks the process for as long as the file takes to be read. */
export function quickCheck(file: string): string[] {
  const sqlite = openConnection(file, { timeout: BUSY_MS, readOnly: true })
  try {
    const rows = sqlite.prepare(`PRAGMA quick_check(${MOST})`).all() as { quick_check: string }[]
    return rows.map((row) => row.quick_check).filter((text) => text !== 'ok')
  } catch (error) {
    return [(error as Error).message]
  } finally {
    sqlite.close()
  }
}
