import type { LiveValue } from '../../../src/engine/language/plugin.ts'
import type { Quote } from '../../../src/generated/entities.ts'

/** A live server under test, with a record of all its quotes. */
export interface LiveSource {
  port: number
  path: string
  symbols: string[]
  /** The quote with this sequence number; undefined outside the record. */
  at(symbol: string, seq: number): Quote | undefined
  /** Keys of order books and trades to follow beside the quotes. */
  bookKeys: string[]
  /** The complete book, or the trades, with this sequence number; undefined outside the record. */
  bookAt(key: string, seq: number): LiveValue | undefined
  /** Current reply of the server. Its numbers may be those of another connection. */
  lastBook(key: string): Promise<unknown>
  /** Stops the ticks; the clock continues. */
  freeze(): void
  /** Current quote of a symbol. */
  last(symbol: string): Quote | null
  /** Drops a tick of one symbol and repeats a tick of another. */
  disturb?(lost: string, twice: string): void
  close(): Promise<void>
}
