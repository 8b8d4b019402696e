import type { IncomingMessage } from 'node:http'

const hostOf = (text: string): string | null => {
  try {
    return new URL(text).host
  } catch {
    return null
  }
}

/**
 * Whether a handshake comes from a page of this server, from one of `origins`, or from no page. Browsers send Origin with every WebSocket and cross-origin
 * request; without this check any page could open a socket in its visitor's name. `publicPort`: the public port behind a proxy.
 */
export function isAllowedOrigin(
  request: IncomingMessage,
  publicPort?: number,
  origins: readonly string[] = [],
): boolean {
  const { origin, host = '' } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none'
  if (origins.includes(origin)) return true
  const from = /^https?:\/\//.test(origin) ? hostOf(origin) : null
  const hosts = [host, ...(publicPort === undefined ? [] : [`${host.replace(/:\d+$/, '')}:${publicPort}`])]
  // Both go through the URL parser, which drops default ports.
  return from !== null && hosts.some((host) => hostOf(`http://${host}`) === from || hostOf(`https://${host}`) === from)
}
