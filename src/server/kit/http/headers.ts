import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SPLASH_SCRIPT } from '../../../engine/language/splash.ts'
import type { Operator } from '../../../generated/operator.ts'

const SPLASH_HASH = `'sha256-${createHash('sha256').update(SPLASH_SCRIPT).digest('base64')}'`

/** External hosts of the app: API and live server, if the operator configures them. */
function connectHosts({ apiBase, live }: Operator): string[] {
  const hosts = new Set<string>()
  for (const address of [apiBase, live.url]) {
    if (!/^(https?|wss?):\/\//.test(address)) continue
    const { host, protocol } = new URL(address)
    const secure = protocol === 'https:' || protocol === 'wss:'
    hosts.add(`${secure ? 'https' : 'http'}://${host}`)
    if (address === live.url) hosts.add(`${secure ? 'wss' : 'ws'}://${host}`)
  }
  return [...hosts]
}

/** The host of the map tiles; `{s}` in its name becomes a wildcard. */
function tileHost({ map }: Operator): string[] {
  const [, scheme = '', host = ''] = /^(https?):\/\/([^/?#]+)/.exec(map.tiles) ?? []
  const name = host.replace(/^\{s\}\./, '*.')
  return /^(\*\.)?[\w.-]+(:\d+)?$/.test(name) ? [`${scheme}://${name}`] : []
}

/** Content security policy of every page: no inline style, of inline code only the script of the splash, no eval, no foreign frames. */
export function contentSecurityPolicy(operator: Operator): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", SPLASH_HASH],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tileHost(operator)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectHosts(operator)],
    'frame-src': ["'self'", ...operator.webviewOrigins],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // Scripts started by address: the service worker (src/app/boot/worker.ts) and the form validators (src/engine/catalogue/script.ts).
    'trusted-types': ['placard-worker', 'placard-forms'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=(${feature === 'geolocation' || feature === 'fullscreen' ? 'self' : ''})`)
  .join(', ')

/** Returns the security headers of the operator's app. */
export function headersOf(operator: Operator): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(operator),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': PERMISSIONS,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains'

/** Sets the headers before any other hook can reply. */
export function setSecurityHeaders(
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.headers(headers)
  if (request.protocol === 'https') void reply.header('Strict-Transport-Security', STRICT_TRANSPORT)
}
