/** Limit of all bodies but uploads. */
export const BODY_BYTES = 64 * 1024

export const LIMITS = {
  bodyLimit: BODY_BYTES,
  /** Time limit of a complete request; the headers have a fifth of it. */
  requestTimeout: 60_000,
  headersTimeout: 12_000,
  connectionTimeout: 65_000,
  /** Longer than the 60 s for which proxies keep an idle connection: the proxy closes it first and never sends a request into a closing one. */
  keepAliveTimeout: 72_000,
  maxParamLength: 128,
  maxHeaderSize: 16 * 1024,
  maxConnections: 4_000,
  /** Trusted proxies have no limit: all their clients share their address. */
  connectionsPerAddress: 1_000,
} as const
