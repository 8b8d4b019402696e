import type { Quote } from '../../../src/transport/quote.ts'

/** A live server under proof, with its own book to compare with. */
export interface LiveSource {
  port: number
  path: string
  symbols: string[]
  /** What the server said under this number; undefined when its book does not reach that far. */
  at(symbol: string, seq: number): Quote | undefined
  /** No more ticks; the clock goes on. */
  freeze(): void
  /** The server's state of a symbol. */
  last(symbol: string): Quote | null
  /** Loses a tick of one symbol on its way, and says one of another twice. */
  disturb?(lost: string, twice: string): void
  close(): Promise<void>
}
