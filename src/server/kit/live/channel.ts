import type { Mode } from '../ledger/index.ts'
import type { ClientEvents } from '../../../generated/live.ts'

export type ClientEvent = keyof ClientEvents

/** A validated body of a subscription. */
export interface Subscription {
  symbols: readonly string[]
  mode?: Mode
}

/** One kind of live values: the events of its subscription, and what they mean. */
export interface Channel {
  subscribe: ClientEvent
  unsubscribe: ClientEvent
  /** Room of a symbol. */
  roomOf(symbol: string, subscription: Subscription): string
  /** Loads the data of the snapshot. */
  prepare?(symbols: readonly string[]): Promise<void>
  /** The acknowledgement. It continues with what is sent to the rooms from then on. */
  snapshot(symbols: readonly string[], subscription: Subscription): object
}
