export const LIVE_LIMITS = {
  /** Size of one message; the longest valid one has 200 symbols. */
  messageBytes: 16 * 1024,
  symbols: 200,
  connections: 4_000,
  /** An entire mobile network can share one address. */
  connectionsPerAddress: 400,
  pingIntervalMs: 10_000,
  pingTimeoutMs: 10_000,
  /** From the connection to the first protocol message. */
  connectTimeoutMs: 10_000,
  upgradeTimeoutMs: 10_000,
  /** Message rate of one connection. */
  burst: 60,
  perSecond: 20,
  /** Tokens an invalid message costs. */
  invalidMessageCost: 10,
  /** A connection with so many unsent packets, the oldest since so long, is slow: values that the next ones replace are not sent to it. */
  slowPackets: 32,
  slowMs: 2_000,
  /** Unsent packets before a connection is closed; the client reconnects with a snapshot. */
  maxUnsentPackets: 4_000,
}

export type LiveLimits = typeof LIVE_LIMITS
