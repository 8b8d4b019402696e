import { setImmediate } from 'node:timers'
import type { Sqlite } from './sqliteDriver.ts'

/**
 * One transaction for the reads of a turn of the event loop. A read outside of a transaction locks and unlocks the file, which takes ten times
 * as long as the read itself.
 */
export class ReadSnapshot {
  readonly #reader: Sqlite

  constructor(reader: Sqlite) {
    this.#reader = reader
  }

  /** Begins the transaction unless it is open. The next read decides which commits it sees. */
  open(): void {
    if (this.#reader.isTransaction) return
    this.#reader.exec('BEGIN')
    setImmediate(() => this.close())
  }

  /** Ends the transaction, so that the next read sees what is committed then. An open one would also prevent a checkpoint. */
  close(): void {
    if (this.#reader.isOpen && this.#reader.isTransaction) this.#reader.exec('ROLLBACK')
  }
}
