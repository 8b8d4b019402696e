import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SPLASH_SCRIPT } from '../../../engine/language/splash.ts'
import { DEFAULT_CONFIG } from '../../config.ts'
import { bodyOf, hashOf } from '../publishing/revision.ts'
import { createTestServer, png, START_MS, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { contentSecurityPolicy } from './headers.ts'

let server: TestServer
let folder: string
let origin: string
let token: string
let revision: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-http-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'catalogue'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(folder, 'sw.js'), 'worker()')
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify({ name: 'built', start_url: '/h5/' }))
  writeFileSync(join(folder, 'assets/main-Ab3dE6_h.js'), `export const text = '${'x'.repeat(4000)}'`)
  const manifest = {
    revision: '',
    routes: {},
    locales: {},
    shell: { tabs: [], home: '/', login: '/', notFound: '/' },
    calls: {},
  }
  revision = hashOf(bodyOf(manifest))
  writeFileSync(join(folder, 'catalogue/manifest.json'), JSON.stringify({ ...manifest, revision }))
  server = await createTestServer({ dist: folder, trustProxy: (_, hop) => hop < 1 })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  token = (await server.person()).token
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

const NAMES = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
]

describe('security headers', () => {
  it.each([
    ['a call', '/api/status'],
    ['a refused call', '/api/currency/whkdata?symbol=NOPAIR&interval=1h'],
    ['an ended session', '/api/user/info'],
    ['no call', '/api/nothing'],
    ['nothing', '/nothing'],
    ['a hostile address', '/%c0%ae%c0%ae/'],
    ['a long parameter', `/media/uploads/${'x'.repeat(500)}`],
    ['the way to the app', '/'],
    ['the app', '/h5/'],
    ['an asset', '/h5/assets/main-Ab3dE6_h.js'],
    ['a missing asset', '/h5/assets/none.js'],
    ['a file outside', '/h5/..%2f..%2fpackage.json'],
    ['the configuration', '/h5/config.json'],
    ['a catalogue', '/h5/catalogue/manifest.json'],
    ['a picture', '/media/banner-markets.svg'],
    ['the desktop page', '/pc/'],
    ['its style', '/pc/pc.css'],
    ['the outbox', '/sandbox/outbox'],
  ])('stand on %s', async (_, url) => {
    const response = await get(url)
    for (const name of NAMES) expect(response.headers[name], name).toBeTruthy()
    expect(response.headers['strict-transport-security']).toBeUndefined()
    expect(response.headers['x-powered-by']).toBeUndefined()
  })

  it('are sent with refused bodies', async () => {
    for (const payload of ['{"torn', JSON.stringify({ language: 'x'.repeat(70_000) })]) {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/set/lang',
        headers: { 'content-type': 'application/json', authorization: token },
        payload,
      })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      for (const name of NAMES) expect(response.headers[name], name).toBeTruthy()
    }
  })

  it('are sent to invalid HTTP', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    for (const name of NAMES) expect(answer.toLowerCase(), name).toContain(`${name}: `)
  })

  it.each(['/api/status', '/h5/'])('are sent with the refusal of two Host headers on %s', async (path) => {
    const { port, host } = new URL(origin)
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    for (const name of NAMES) expect(answer.toLowerCase(), name).toContain(`${name}: `)
  })

  it('are sent with each of hundreds of pipelined replies', async () => {
    const { port, host } = new URL(origin)
    const body = 'type=x'
    const post = `POST /api/user/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const read = `GET /api/status HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const last = read.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write((post + read).repeat(300) + last))
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(601)
    for (const name of NAMES) expect(answer.toLowerCase().split(`${name}: `), name).toHaveLength(602)
  })

  it('are sent on live connections', async () => {
    const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
      httpRequest(`${origin}/live/?EIO=4&transport=polling`, (response) => {
        response.resume()
        resolve(response.headers)
      })
        .on('error', reject)
        .end()
    })
    for (const name of NAMES) expect(headers[name], name).toBeTruthy()
  })

  it('require HTTPS if it is in use', async () => {
    const response = await get('/api/status', { 'x-forwarded-proto': 'https' })
    // A year at least, as browsers ask for of their lists.
    const [age, ...rest] = String(response.headers['strict-transport-security']).split('; ')
    expect(Number(/^max-age=(\d+)$/.exec(age ?? '')?.[1])).toBeGreaterThanOrEqual(31_536_000)
    expect(rest).toEqual(['includeSubDomains'])
    expect((await get('/api/status')).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('the content security policy', () => {
  const policy = contentSecurityPolicy(DEFAULT_CONFIG.app)
  it('allows nothing by default', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-|\*|http:/)
    for (const part of [
      `script-src 'self' 'sha256-${createHash('sha256').update(SPLASH_SCRIPT).digest('base64')}'`,
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types placard-worker placard-forms',
      "worker-src 'self'",
      "manifest-src 'self'",
    ])
      expect(policy.split('; ')).toContain(part)
  })
  it("names only the operator's hosts", () => {
    const far = contentSecurityPolicy({
      ...DEFAULT_CONFIG.app,
      apiBase: 'https://api.example.com/v1/',
      live: { url: 'https://live.example.com', path: '/live', protocol: 3 },
      webviewOrigins: ['https://docs.example.com'],
    })
    expect(far.split('; ')).toContain(
      "connect-src 'self' https://api.example.com https://live.example.com wss://live.example.com",
    )
    expect(far.split('; ')).toContain("frame-src 'self' https://docs.example.com")
    const imagesOf = (tiles: string) =>
      contentSecurityPolicy({ ...DEFAULT_CONFIG.app, map: { tiles, attribution: '' } })
        .split('; ')
        .find((part) => part.startsWith('img-src'))
    expect(imagesOf('https://{s}.tiles.example.com/{z}/{x}/{y}.png')).toBe(
      "img-src 'self' data: blob: https://*.tiles.example.com",
    )
    for (const tiles of [
      '',
      '/tiles/{z}/{x}/{y}.png',
      'https://a.example; script-src *',
      'javascript:alert(1)',
      'https://*/',
    ])
      expect(imagesOf(tiles), tiles).toBe("img-src 'self' data: blob:")
  })
})

describe('the app', () => {
  it('is immutable under a content hash, and revalidated elsewhere', async () => {
    expect((await get('/h5/assets/main-Ab3dE6_h.js')).headers['cache-control']).toContain('immutable')
    expect((await get(`/h5/catalogue/${revision}.json`)).headers['cache-control']).toContain('immutable')
    for (const url of [
      '/h5/',
      '/h5/index.html',
      '/h5/catalogue/manifest.json',
      '/h5/catalogue/live.json',
      '/h5/config.json',
    ])
      expect((await get(url)).headers['cache-control'], url).toBe('no-cache')
  })
  it('is sent compressed', async () => {
    const br = await get('/h5/assets/main-Ab3dE6_h.js', { 'accept-encoding': 'br, gzip' })
    const gz = await get('/h5/assets/main-Ab3dE6_h.js', { 'accept-encoding': 'gzip' })
    expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(br.rawPayload.length).toBeLessThan(500)
    expect(br.headers['cache-control']).toContain('immutable')
    expect(br.headers['content-type']).toContain('javascript')
  })
  it('is sent as it was built where a proxy compresses it', async () => {
    const dist = mkdtempSync(join(tmpdir(), 'placard-plain-'))
    cpSync(folder, dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
    const plain = await createTestServer({ dist, compress: false })
    const { headers } = await plain.app.inject({
      url: '/h5/assets/main-Ab3dE6_h.js',
      headers: { 'accept-encoding': 'br, gzip' },
    })
    await plain.close()
    expect(headers['content-encoding']).toBeUndefined()
    expect(readdirSync(join(dist, 'assets'))).toEqual(['main-Ab3dE6_h.js'])
    rmSync(dist, { recursive: true })
  })
  it("reads the operator's settings, and none of the server's", async () => {
    const settings = (await get('/h5/config.json')).json<Record<string, unknown>>()
    expect(settings).toEqual(DEFAULT_CONFIG.app)
    expect(JSON.stringify(settings)).not.toContain('opening')
  })
  it('is installable under the operator’s name', async () => {
    const response = await get('/h5/manifest.webmanifest')
    expect(response.headers).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json') as string,
      'cache-control': 'no-cache',
    })
    expect(response.json()).toEqual({
      name: DEFAULT_CONFIG.app.shortName,
      short_name: DEFAULT_CONFIG.app.shortName,
      start_url: '/h5/',
    })
  })
  it('has another worker for another policy, since the cached page has its headers', async () => {
    const own = await get('/h5/sw.js')
    expect(own.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript') as string,
      'cache-control': 'no-cache',
    })
    expect(own.body).toMatch(/^worker\(\)\n\/\/ [0-9a-f]{16}\n$/)
    const far = await createTestServer({
      dist: folder,
      operator: { ...DEFAULT_CONFIG, app: { ...DEFAULT_CONFIG.app, apiBase: 'https://api.example.com/' } },
    })
    expect((await far.app.inject('/h5/sw.js')).body).not.toBe(own.body)
    await far.close()
  })
  it('is the redirect of /', async () => {
    const response = await get('/')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/h5/'])
  })
  it('reports a missing build', async () => {
    const bare = await createTestServer()
    expect((await bare.app.inject('/h5/')).statusCode).toBe(503)
    await bare.close()
  })
})

describe('the desktop page', () => {
  it('frames the app and shows the address that was requested', async () => {
    const page = await get('/pc/', { host: 'shop.example.com:8080' })
    expect(page.body).toContain('src="/h5/?frame"')
    expect(page.body).toContain('http://shop.example.com:8080/h5/')
    expect(page.body).toContain('<svg')
    expect(page.body).not.toMatch(/<script|style=|onload/)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
  it('keeps the screen of the app, and echoes no hostile one', async () => {
    expect((await get(`/pc/?at=${encodeURIComponent('/pages/news/detail?id=3')}`)).body).toContain(
      'src="/h5/?frame#/pages/news/detail?id=3"',
    )
    for (const at of ['"><script>alert(1)</script>', 'javascript:alert(1)', '//evil.example', '/a"onload=x']) {
      expect((await get(`/pc/?at=${encodeURIComponent(at)}`)).body).toContain('src="/h5/?frame"')
    }
  })
  it('echoes no hostile host', async () => {
    expect((await get('/pc/', { host: '"><script>alert(1)</script>' })).body).not.toContain('<script')
  })
})

describe('a failed connection', () => {
  const fail = (bytesRead: number) => {
    const socket = { writable: true, bytesRead, end: vi.fn(), destroy: vi.fn() }
    server.app.server.emit(
      'clientError',
      Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
    return socket
  }
  it('gets an error reply unless it is unused', () => {
    expect(fail(12).end).toHaveBeenCalledWith(expect.stringContaining('400 Bad Request'))
    const unused = fail(0)
    expect(unused.end).not.toHaveBeenCalled()
    expect(unused.destroy).toHaveBeenCalled()
  })
})

it('an aborted body is a client error (400)', async () => {
  const other = await createTestServer()
  const statuses: number[] = []
  other.app.addHook('onSend', (_, reply, payload, done) => {
    statuses.push(reply.statusCode)
    done(null, payload)
  })
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
    socket.write(
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\na',
    )
    setTimeout(() => socket.destroy(), 50)
  })
  await expect.poll(() => statuses).toEqual([400])
  await other.close()
})

/** The colors of a picture, each once. */
async function colorsIn(picture: Buffer): Promise<string[]> {
  const data = await sharp(picture).raw().toBuffer()
  const colors = Array.from({ length: data.length / 3 }, (_, at) => data.subarray(3 * at, 3 * at + 3).join(' '))
  return [...new Set(colors)]
}

describe('an upload', () => {
  it('is served with its type, at a signed URL that expires', async () => {
    const { data } = await server.upload(token, png(77))
    const response = await get(data.url)
    expect(await colorsIn(response.rawPayload)).toEqual(['0 0 77'])
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="picture.png"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(data.id).toHaveLength(43)
    for (const wrong of [
      '/media/uploads/nothing',
      data.url.split('?')[0] ?? '',
      data.url.replace(/expires=\d+/, 'expires=99999999999'),
      `${data.url}x`,
    ]) {
      expect((await get(wrong)).statusCode, wrong).toBe(404)
    }
    await server.clock.advance(1200)
    expect((await get(data.url)).statusCode).toBe(404)
  })
  it('contains only the picture', async () => {
    const { data } = await server.upload(
      token,
      Buffer.concat([png(78, { tEXt: 'Author\0me', eXIf: 'where' }), Buffer.from('<script>alert(1)</script>')]),
    )
    const { rawPayload } = await get(data.url)
    expect(await colorsIn(rawPayload)).toEqual(['0 0 78'])
    for (const text of ['Author', 'where', 'script']) expect(rawPayload.includes(text), text).toBe(false)
  })
})

const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })

describe('sandbox endpoints', () => {
  it('show the codes, with untrusted text escaped', async () => {
    await server.context.db
      .insertInto('outbox')
      .values({ kind: 'sms', target: '<b>x</b>', purpose: 'register', code: '123456', created: 0 })
      .execute()
    const html = (await get('/sandbox/outbox')).body
    expect(html).toContain('123456')
    expect(html).not.toContain('<b>x')
    await server.call('sms_mail', { email: 'box@example.org', purpose: 'register' })
    const { rows } = (await get('/sandbox/outbox.json?to=box@example.org')).json<{
      rows: { code: string; to: string }[]
    }>()
    expect(rows).toMatchObject([{ kind: 'mail', to: 'box@example.org', code: await server.code('box@example.org') }])
  })
  it('advance time', async () => {
    const before = server.clock.now()
    expect((await post('/sandbox/advance', { seconds: 90 })).json()).toEqual({ ok: true, time: before + 90 })
    for (const seconds of [-1, 1.5, '5', 1e12])
      expect((await post('/sandbox/advance', { seconds })).statusCode).toBe(400)
    expect(server.clock.now()).toBe(before + 90)
  })
  it('store the offset: a restarted server continues from it, also after a reset', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'placard-advance-'))
    const database = join(folder, 'sandbox.db')
    try {
      const times: number[] = []
      for (const url of ['/sandbox/advance', '/sandbox/reset', null]) {
        const again = await createTestServer({ database })
        times.push(again.clock.now() - START_MS / 1000)
        if (url !== null)
          await again.app.inject({
            method: 'POST',
            url,
            ...(url === '/sandbox/advance' && { payload: { seconds: 90 } }),
          })
        await again.close()
      }
      expect(times).toEqual([0, 90, 90])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  it('refuse pages of other sites', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      for (const url of ['/sandbox/reset', '/sandbox/seed', '/sandbox/advance'])
        expect((await post(url, undefined, headers)).statusCode).toBe(403)
    }
  })
  it('refuse a name that another site points at this machine', async () => {
    const host = 'evil.example:4000'
    for (const url of ['/sandbox/outbox', '/sandbox/outbox.json', '/%73andbox/outbox.json'])
      expect((await server.app.inject({ url, headers: { host } })).statusCode, url).toBe(421)
    for (const url of ['/sandbox/reset', '/sandbox/seed', '/sandbox/advance'])
      expect((await post(url, undefined, { host, origin: `http://${host}` })).statusCode, url).toBe(421)
    expect((await server.app.inject({ url: '/sandbox/outbox', headers: { host: '127.0.0.1:4000' } })).statusCode).toBe(
      200,
    )
  })
  it('do not exist without the flag', async () => {
    const bare = await createTestServer({ sandbox: false })
    for (const url of ['/sandbox/outbox', '/sandbox/outbox.json'])
      expect((await bare.app.inject(url)).statusCode).toBe(404)
    for (const url of ['/sandbox/reset', '/sandbox/seed', '/sandbox/advance'])
      expect((await bare.app.inject({ method: 'POST', url })).statusCode).toBe(404)
    await bare.close()
  })
  it('delete everything and seed again', async () => {
    const { account } = await server.person()
    expect((await post('/sandbox/reset')).statusCode).toBe(200)
    expect((await server.login(account, 'secret71')).code).toBe('wrongPassword')
    expect((await server.login('demo', 'demo1234')).type).toBe('ok')
    expect(await server.context.ledger.verify()).toEqual([])
    expect((await post('/sandbox/seed')).statusCode).toBe(200)
    expect((await server.call('news/list', { category: 'banner' })).data.rows).toHaveLength(3)
  })
})
