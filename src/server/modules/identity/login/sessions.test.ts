import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSeconds } from '../../../../engine/language/values/time.ts'
import { DEFAULT_CONFIG } from '../../../config.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { deviceOf } from './device.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const DAY = 86_400
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const listed = async ({ token }: Pick<Person, 'token'>) => (await server.call('user/sessions', {}, { token })).data.rows

async function elsewhere({ account }: Person, userAgent: string): Promise<string> {
  const { challenge } = (await server.call('captcha/slide', {})).data
  const { data } = await server.call(
    'user/login',
    { type: 'account', account, password: 'secret71', slide: challenge },
    { headers: { 'user-agent': userAgent } },
  )
  return data.token
}

describe('the sessions of a user', () => {
  it('are at most twenty: another login ends the oldest, with a message', async () => {
    const ann = await server.person()
    const tokens: string[] = []
    for (let at = 0; at < 20; at++) {
      await server.clock.advance(1)
      tokens.push(await elsewhere(ann, ANDROID))
    }
    expect(await server.call('user/info', {}, { token: ann.token })).toMatchObject({ type: '999' })
    for (const token of tokens) expect((await server.call('user/info', {}, { token })).type).toBe('ok')
    const [token = ''] = tokens
    const { rows } = (await server.call('user/usermessage', {}, { token })).data
    expect(rows[0]).toMatchObject({ title: 'A device was logged out', text: expect.stringContaining('20') })
  })

  it('are listed with device and time: current first, then latest', async () => {
    const ann = await server.person()
    const first = server.clock.now()
    await server.clock.advance(60)
    await elsewhere(ann, ANDROID)
    await server.clock.advance(60)
    await elsewhere(ann, '')
    await server.person()
    expect(await listed(ann)).toMatchObject([
      { device: null, kind: null, time: first, current: true },
      { device: null, kind: null, time: first + 120, current: false },
      { device: 'Chrome, Android', kind: 'phone', time: first + 60, current: false },
    ])
    expect(new Set((await listed(ann)).map(({ id }) => id)).size).toBe(3)
  })

  it.each([
    ['Europe/Berlin', 'Berlin, Germany', 'Berlin, Deutschland'],
    ['America/New_York', 'New York, United States', 'New York, Vereinigte Staaten'],
    ['UTC', null, null],
    ['Nowhere/City', null, null],
    ['../../etc', null, null],
    [undefined, null, null],
  ])('have the rough place of the time zone %s and the language of the app', async (timeZone, english, german) => {
    const ann = await server.person({ timeZone })
    const [row] = await listed(ann)
    expect(row).toMatchObject({ place: english, language: 'en' })
    const { rows } = (await server.call('user/sessions', {}, { token: ann.token, lang: 'de' })).data
    expect(rows[0]?.place).toBe(german)
  })

  it('have the time of the last activity, to five minutes', async () => {
    const ann = await server.person()
    const first = server.clock.now()
    const seen = async () => (await listed(ann))[0]?.seen
    await server.clock.advance(299)
    expect(await seen()).toBe(first)
    await server.clock.advance(1)
    await seen()
    expect(await seen()).toBe(first + 300)
    await server.clock.advance(3600)
    await seen()
    expect(await seen()).toBe(first + 3900)
  })

  it('end one by one, each only by its own user', async () => {
    const [ann, ben] = [await server.person(), await server.person()]
    const tokens = [await elsewhere(ann, ANDROID), await elsewhere(ann, '')]
    const other = (await listed(ann)).find(({ device }) => device === 'Chrome, Android')
    const end = async (person: Person) =>
      (await server.call('user/sessions_end', { id: other?.id }, { token: person.token })).code
    expect(await end(ben)).toBe('dataNotFound')
    expect(await end(ann)).toBe('updated')
    expect(await end(ann)).toBe('dataNotFound')
    const types = tokens.map(async (token) => (await server.call('user/info', {}, { token })).type)
    expect(await Promise.all(types)).toEqual(['999', 'ok'])
  })

  it('send a notice with the place of a device that is not known', async () => {
    const ann = await server.person()
    const { challenge } = (await server.call('captcha/slide', {})).data
    const { data } = await server.call(
      'user/login',
      { type: 'account', account: ann.account, password: 'secret71', slide: challenge, timeZone: 'Asia/Tokyo' },
      { headers: { 'user-agent': ANDROID } },
    )
    const { rows } = (await server.call('user/usermessage', {}, { token: data.token })).data
    expect(rows.map(({ title }) => title)).toContain('Login on another device: Chrome, Android · Tokyo, Japan')
  })

  it('end except the current one and those of other users', async () => {
    const [ann, ben] = [await server.person(), await server.person()]
    const others = [await elsewhere(ann, ANDROID), await elsewhere(ann, ANDROID)]
    expect((await server.call('user/sessions_end', {}, { token: ann.token })).data).toEqual({ ended: 2 })
    for (const token of others) expect((await server.call('user/info', {}, { token })).type).toBe('999')
    expect(await listed(ann)).toHaveLength(1)
    expect(await listed(ben)).toHaveLength(1)
    expect((await server.call('user/sessions_end', {}, { token: ann.token })).data).toEqual({ ended: 0 })
  })

  it('are deleted with their device when they end, and no longer listed', async () => {
    const ann = await server.person()
    const late = await elsewhere(ann, ANDROID)
    const kept = async () => (await server.context.db.selectFrom('session_devices').selectAll().execute()).length
    const before = await kept()
    await server.call('user/logout', {}, { token: late })
    expect(await kept()).toBe(before - 1)
    await server.clock.advance(400 * DAY)
    expect(await listed({ token: await elsewhere(ann, '') })).toHaveLength(1)
  })
})

describe('a device', () => {
  it.each([
    [ANDROID, 'Chrome, Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome, iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari, macOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet, Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0',
      'Opera, ChromeOS',
    ],
    ['Something else on Android', 'Android'],
    ['curl/8.0', null],
    ['', null],
  ])('%s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
})

describe('a session without requests', () => {
  const idle = 600
  let strict: TestServer
  beforeAll(async () => {
    const operator = { ...DEFAULT_CONFIG, app: { ...DEFAULT_CONFIG.app, idle: asSeconds(idle) } }
    strict = await createTestServer({ operator })
  })
  afterAll(() => strict.close())
  const typeAfter = async (on: TestServer, { token }: Person, seconds: number) => {
    await on.clock.advance(seconds)
    return (await on.call('user/info', {}, { token })).type
  }

  it('ends after the time of the operator’s file and the precision of its activity', async () => {
    const ann = await strict.person()
    expect(await typeAfter(strict, ann, idle + 300)).toBe('999')
    expect((await strict.context.db.selectFrom('sessions').select('user_id').execute()).length).toBe(0)
  })

  it('lasts as long as there are requests in that time', async () => {
    const ann = await strict.person()
    for (let request = 0; request < 5; request++) expect(await typeAfter(strict, ann, idle - 1)).toBe('ok')
  })

  it('lasts where the operator has set no time', async () => {
    expect(await typeAfter(server, await server.person(), DAY)).toBe('ok')
  })
})
