import type { Quote } from '../../../src/generated/entities.ts'

/** A live server under test, with a record of all its quotes. */
export interface LiveSource {
  port: number
  path: string
  symbols: string[]
  /** The quote with this sequence number; undefined outside the record. */
  at(symbol: string, seq: number): Quote | undefined
  /** Stops the ticks; the clock continues. */
  freeze(): void
  /** Current quote of a symbol. */
  last(symbol: string): Quote | null
  /** Drops a tick of one symbol and repeats a tick of another. */
  disturb?(lost: string, twice: string): void
  close(): Promise<void>
}
