import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { StartError } from '../../startError.ts'

/** Whether the peer at `hop` may state the address before it. Hop 0 is the peer of the connection, hop 1 the last entry of X-Forwarded-For. */
export type TrustProxy = (address: string, hop: number) => boolean

const MAX_HOPS = 10
const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Parses TRUST_PROXY: a number of proxies, or their addresses and networks. Null: no proxy is trusted. Throws a StartError for anything else. */
export function readTrustProxy(setting: string | undefined): TrustProxy | null {
  const text = setting?.trim() ?? ''
  if (text === '' || text === '0') return null
  const hops = /^\d+$/.test(text) ? Number(text) : null
  if (hops !== null && hops <= MAX_HOPS) return (_, hop) => hop < hops
  try {
    // The library reads a bare number as an address.
    if (hops !== null) throw new TypeError('too many hops')
    const networks = text.split(',').map((network) => network.trim())
    // The library reads 1.2.3 as 1.2.0.3.
    if (!networks.every((network) => isIP(network.replace(/\/.*$/, '')) || NAMED_NETWORKS.has(network)))
      throw new TypeError('no address')
    return proxyAddr.compile(networks)
  } catch {
    throw new StartError(
      `TRUST_PROXY is "${text}": write the number of proxies in front of this server, up to ${MAX_HOPS}, or their networks, such as 10.0.0.0/8,::1.`,
    )
  }
}

/** Address of the client: the first one from the right of X-Forwarded-For that is not a trusted proxy; without one, that of the connection. */
export function clientAddressOf(request: IncomingMessage, trust: TrustProxy | null): string {
  const peer = request.socket.remoteAddress ?? ''
  return trust ? (proxyAddr(request, trust) ?? peer) : peer
}
