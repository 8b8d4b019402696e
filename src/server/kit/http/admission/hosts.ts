import { isIP } from 'node:net'

/**
 * Whether a Host header names this server by an address, as localhost, or by one of `names`. A page of another site can point its own
 * name at this machine (DNS rebinding) and would then be of the same origin; it cannot do so with an address.
 */
export function isKnownHost(host: string | undefined, names: readonly string[] = []): boolean {
  const name = nameOf(host ?? '')
  return (
    name !== null && (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || names.includes(name))
  )
}

/** Whether a request has more than one Host header: a proxy and this server might read another one. */
export const hasSeveralHosts = ({ rawHeaders }: { rawHeaders: readonly string[] }): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** The name or address in a Host header, without its port and brackets, in lower case; null for anything else. */
function nameOf(host: string): string | null {
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host)) return null
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}
