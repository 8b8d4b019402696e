import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { freePort } from '../../e2e/kit/net/ports.ts'
import { startServer } from '../../e2e/kit/net/server.ts'
import { missingNginx, SITE, startNginx } from '../kit/net/nginx.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { exceedLiveLimit, type LiveConnection } from '../../support/liveLimit.ts'
import { png } from '../../support/server/png.ts'

export const about =
  'The nginx configuration of src/server/deploy: limits count people and not the proxy, regardless of the addresses they state, live connections included, over TLS'
/** A run is one setting of TRUST_PROXY. */
export const runs = { full: 2, short: 1 }

const LIVE_PER_ADDRESS = 400
const WRONG_KEYS = 20
/** Delays of wrong keys until the longest, a minute. */
const DOUBLINGS = 6
const SETTINGS = ['1', '127.0.0.1/32']

export const missing = missingNginx

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Address of the client, one of 127.0.0.0/8. */
  from?: string
}

function createClient(port: number) {
  const send = (path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Sent = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = httpsRequest(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          localAddress: from,
          servername: SITE,
          rejectUnauthorized: false,
          agent: false,
          headers: { host: `${SITE}:${port}`, ...headers },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  /** Resolves to the number of quotes of a snapshot; 0 if the connection is refused. */
  const live = ({ headers = {}, from = '127.0.0.1' }: Sent = {}) =>
    new Promise<LiveConnection & { quotes: number }>((resolve) => {
      const socket = io(`https://127.0.0.1:${port}`, {
        path: '/live',
        transports: ['websocket'],
        reconnection: false,
        // By default it gives up after 20 s.
        timeout: 600_000,
        forceNew: true,
        rejectUnauthorized: false,
        localAddress: from,
        extraHeaders: { host: `${SITE}:${port}`, ...headers },
      } as object)
      const settle = (quotes: number) =>
        resolve({ quotes, isOpen: () => quotes > 0 && socket.connected, close: () => socket.close() })
      const refused = () => settle(0)
      socket.on('connect_error', refused)
      socket.on('disconnect', refused)
      socket.on('connect', () =>
        socket.emit('subscribe', { symbols: ['BTCUSDT'] }, ({ quotes }: { quotes: unknown[] }) =>
          settle(quotes.length),
        ),
      )
    })
  return { send, live }
}

/** Runs server and nginx for the first `runs` settings of TRUST_PROXY. */
export async function prove({ runs: settings, log }: ProofOptions): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-nginx-'))
  const faults: string[] = []
  let checks = 0
  try {
    for (const trust of SETTINGS.slice(0, settings)) {
      const check = (what: string, expected: unknown, actual: unknown) => {
        checks += 1
        if (JSON.stringify(expected) !== JSON.stringify(actual))
          faults.push(`TRUST_PROXY=${trust}: ${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
      }
      await behindNginx(join(folder, trust.replaceAll('/', '-')), trust, check)
      log(`TRUST_PROXY=${trust}: ${checks} checks, ${faults.length} faults`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults.slice(0, 20)) log(fault)
  return { ok: faults.length === 0 && checks > 0, figures: { checks, faults: faults.length } }
}

type Check = (what: string, expected: unknown, actual: unknown) => void

async function behindNginx(data: string, trust: string, check: Check): Promise<void> {
  const upstream = freePort()
  mkdirSync(data)
  const server = await startServer({
    HOST: '127.0.0.1',
    PORT: String(upstream),
    PLACARD_DATA: join(data, 'data'),
    PLACARD_DIST: '',
    PLACARD_OPERATOR_KEY: 'k'.repeat(40),
    SANDBOX: '1',
    TRUST_PROXY: trust,
    PUBLIC_HOST: SITE,
  })
  const nginx = await startNginx(join(data, 'nginx'), [upstream])
  const { port } = nginx
  try {
    const client = createClient(port)
    await checkCalls(client, port, check)
    await checkLimits(client, check)
    await checkLive(client, port, check)
  } finally {
    await nginx.stop()
    await server.stop()
  }
}

type Client = ReturnType<typeof createClient>

async function checkCalls({ send }: Client, port: number, check: Check): Promise<void> {
  const status = await send('/api/status')
  check('a call', 200, status.status)
  check('the request id of the proxy', true, /^[0-9a-f]{32}$/.test(String(status.headers['x-request-id'])))
  check('HTTPS is required', true, status.headers['strict-transport-security'] !== undefined)
  const slide = JSON.parse((await send('/api/captcha/slide')).text) as { data: { challenge: string } }
  const login = await send('/api/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      type: 'account',
      account: 'demo',
      password: 'demo1234',
      slide: slide.data.challenge,
      lang: 'en',
    }).toString(),
  })
  const { token } = (JSON.parse(login.text) as { data: { token: string } }).data
  const invite = JSON.parse((await send('/api/user/invite?page=1&lang=en', { headers: { authorization: token } })).text)
  const { url } = (invite as { data: { url: string } }).data
  check('links have the public origin', `https://${SITE}:${port}`, new URL(url).origin)
  const edge = '----placard'
  const picture = png(1_000)
  const uploaded = await send('/api/upload', {
    method: 'POST',
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${edge}` },
    body: Buffer.concat([
      Buffer.from(
        `--${edge}\r\nContent-Disposition: form-data; name="lang"\r\n\r\nen\r\n--${edge}\r\nContent-Disposition: form-data; name="file"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      Buffer.from(picture),
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
  })
  check('an upload', 'ok', (JSON.parse(uploaded.text) as { type: string }).type)
  check(
    'a sandbox endpoint under the public name',
    200,
    (await send('/sandbox/outbox.json', { headers: { host: SITE } })).status,
  )
  check(
    'a sandbox endpoint under another name',
    421,
    (await send('/sandbox/outbox.json', { headers: { host: 'evil.example' } })).status,
  )
}

async function checkLimits({ send }: Client, check: Check): Promise<void> {
  const guess = async (from: string, forwarded?: string) =>
    (
      await send('/operator/catalogue', {
        from,
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      })
    ).status
  const statuses = new Set<number>()
  for (let i = 0; i < WRONG_KEYS; i++) statuses.add(await guess('127.0.0.2', `198.51.100.${i}`))
  check('wrong keys', [401], [...statuses])
  // Each wrong key doubles the delay of the next one, from a second on: a busy machine needs longer for the first few.
  let next = 401
  for (let i = 0; i < DOUBLINGS && next === 401; i++) next = await guess('127.0.0.2', `198.51.100.${WRONG_KEYS + i}`)
  check('one more, under another stated address', 429, next)
  check('another person', 401, await guess('127.0.0.3'))
}

async function checkLive({ live, send }: Client, port: number, check: Check): Promise<void> {
  const pages: { of: string; headers: Record<string, string>; quotes: number; status: number }[] = [
    { of: 'the app', headers: { origin: `https://${SITE}:${port}` }, quotes: 1, status: 200 },
    { of: 'another origin', headers: { origin: 'https://evil.example' }, quotes: 0, status: 403 },
    {
      of: 'another name',
      headers: { host: 'evil.example', origin: 'https://evil.example' },
      quotes: 0,
      status: 403,
    },
  ]
  for (const { of, headers, quotes, status } of pages) {
    const connection = await live({ headers })
    check(`WebSocket of ${of}`, quotes, connection.quotes)
    connection.close()
    check(`polling of ${of}`, status, (await send('/live/?EIO=4&transport=polling', { headers })).status)
  }
  const { open, isOneMoreAccepted } = await exceedLiveLimit(LIVE_PER_ADDRESS, (index) =>
    live({ from: '127.0.0.4', headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } }),
  )
  check('live connections of one person', LIVE_PER_ADDRESS, open.filter(({ quotes }) => quotes === 1).length)
  check('one more is accepted', false, isOneMoreAccepted)
  const other = await live({ from: '127.0.0.5' })
  check('a live connection of another person', 1, other.quotes)
  for (const { close } of [...open, other]) close()
}
