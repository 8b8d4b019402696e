/** Hosts of the push services of browsers, each with its subdomains. */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
  'wns.windows.com',
]
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Whether the server may send to the endpoint of a subscription, which comes from a client: an address of a push service of a browser
 * (`https`, default port, no credentials), in the sandbox also one of this machine.
 */
export function isPushEndpoint(endpoint: string, { sandbox }: { sandbox: boolean }): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (LOOPBACK.has(hostname)) return sandbox && (protocol === 'http:' || protocol === 'https:')
  const isService = SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  return isService && protocol === 'https:' && port === ''
}
