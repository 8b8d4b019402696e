export const LIVE_LIMITS = {
  /** Of one message; the longest honest one has 200 symbols. */
  messageBytes: 16 * 1024,
  symbols: 200,
  connections: 4_000,
  /** A whole mobile network can share one address. */
  connectionsPerAddress: 400,
  pingIntervalMs: 10_000,
  pingTimeoutMs: 10_000,
  /** From the connection to the first message of the protocol. */
  connectTimeoutMs: 10_000,
  upgradeTimeoutMs: 10_000,
  /** Messages of one connection. */
  burst: 60,
  perSecond: 20,
  /** What a message that is not of the contract counts for. */
  invalidMessageCost: 10,
  /** Messages waiting for a reader that is too slow: it is dropped, comes again and starts from a snapshot. */
  maxUnsentPackets: 4_000,
}

export type LiveLimits = typeof LIVE_LIMITS
