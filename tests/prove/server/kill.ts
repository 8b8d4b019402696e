import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../kit/random.ts'
import { serve } from '../kit/net/server-process.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'

export const about =
  'The server, killed with -9 while people register, log in and change settings, starts again with everything it had acknowledged'
/** A run is one kill. */
export const runs = { full: 30, short: 1 }

interface Person {
  account: string
  token: string
  /** The value last acknowledged, and one in flight that may or may not be stored. */
  lang: { acknowledged: string; sent: string }
  mode: { acknowledged: string; sent: string }
}

const LANGS = ['en', 'de', 'fr', 'es', 'pt', 'ar', 'ja', 'ko']
const PASSWORD = 'secret71'
const CLIENTS = 6

interface Reply {
  type: string
  code: unknown
  data: Record<string, unknown>
}

/** Sends a call; null when the server was down before it answered. */
async function call(
  origin: string,
  method: 'GET' | 'POST',
  id: string,
  fields: Record<string, string>,
  token?: string,
  ip = '10.0.0.1',
): Promise<Reply | null> {
  const payload = { ...fields, lang: 'en' }
  const headers: Record<string, string> = {
    'X-Forwarded-For': ip,
    ...(token !== undefined && { Authorization: token }),
  }
  if (method === 'POST')
    headers['Content-Type'] = token === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = new URLSearchParams(payload).toString()
  try {
    const response = await fetch(`${origin}/api/${id}${method === 'GET' ? `?${text}` : ''}`, {
      method,
      headers,
      ...(method === 'POST' && { body: token === undefined ? text : JSON.stringify(payload) }),
    })
    return (await response.json()) as Reply
  } catch {
    return null
  }
}

async function login(origin: string, account: string, ip: string): Promise<Reply | null> {
  const slide = await call(origin, 'GET', 'captcha/slide', {}, undefined, ip)
  return (
    slide &&
    (await call(
      origin,
      'POST',
      'user/login',
      { type: 'account', account, password: PASSWORD, slide: String(slide.data.challenge) },
      undefined,
      ip,
    ))
  )
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Limit that only a hang reaches. */
const HANG_MS = 300_000

/** Waits until this number of users is logged in: a kill before any acknowledgement proves nothing. */
async function grown(people: readonly Person[], size: number): Promise<void> {
  for (const start = Date.now(); people.length < size && Date.now() - start < HANG_MS;) await sleep(20)
}

/** One client: registers, logs in, then changes settings until the server is down. Records each acknowledged value. */
async function live(
  origin: string,
  name: string,
  random: () => number,
  people: Person[],
  registered: Set<string>,
): Promise<void> {
  for (let i = 0; ; i++) {
    const account = `${name}_${i}`
    const ip = `10.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`
    const registration = await call(
      origin,
      'POST',
      'user/register',
      { type: 'account', account, password: PASSWORD, country: 'DE', terms: TERMS_VERSION },
      undefined,
      ip,
    )
    if (registration?.type !== 'ok') return
    registered.add(account)
    const session = await login(origin, account, ip)
    if (session?.type !== 'ok') return
    const person: Person = {
      account,
      token: String(session.data.token),
      lang: { acknowledged: 'en', sent: 'en' },
      mode: { acknowledged: 'real', sent: 'real' },
    }
    people.push(person)
    for (let step = 0; step < 4; step++) {
      person.lang.sent = LANGS[Math.floor(random() * LANGS.length)] ?? 'en'
      if ((await call(origin, 'POST', 'set/lang', { language: person.lang.sent }, person.token))?.type !== 'ok') return
      person.lang.acknowledged = person.lang.sent
      person.mode.sent = random() < 0.5 ? 'real' : 'demo'
      if ((await call(origin, 'POST', 'user/switch_account', { mode: person.mode.sent }, person.token))?.type !== 'ok')
        return
      person.mode.acknowledged = person.mode.sent
    }
  }
}

/** Describes the differences from the acknowledged values. */
async function verify(origin: string, people: readonly Person[], registered: ReadonlySet<string>): Promise<string[]> {
  const lost: string[] = []
  for (const { account, token, lang, mode } of people) {
    const info = await call(origin, 'GET', 'user/info', {}, token)
    if (info?.type !== 'ok') lost.push(`${account}: the session is gone (${String(info?.code)})`)
    else {
      if (![lang.acknowledged, lang.sent].includes(String(info.data.lang)))
        lost.push(`${account}: language ${String(info.data.lang)} instead of ${lang.acknowledged}`)
      if (![mode.acknowledged, mode.sent].includes(String(info.data.mode)))
        lost.push(`${account}: mode ${String(info.data.mode)} instead of ${mode.acknowledged}`)
      // A value once read counts as acknowledged: it may not change at the next kill.
      lang.acknowledged = lang.sent = String(info.data.lang)
      mode.acknowledged = mode.sent = String(info.data.mode)
    }
    const wallet = await call(origin, 'POST', 'wallet/list', { mode: 'demo', kind: 'coin' }, token)
    const rows = (wallet?.data.rows ?? []) as { currency: string; balance: string }[]
    if (!/^100000(\.0+)?$/.test(rows.find(({ currency }) => currency === 'USDT')?.balance ?? ''))
      lost.push(`${account}: the opening balance is not there`)
  }
  for (const [i, account] of [...registered].entries()) {
    if (people.some((person) => person.account === account)) continue
    const again = await login(origin, account, `10.251.${Math.floor(i / 250)}.${i % 250}`)
    if (again?.type !== 'ok') lost.push(`${account}: cannot log in (${String(again?.code)})`)
  }
  return lost
}

/** Kills the server `runs` times while clients write, and compares acknowledged values after each restart. Stops at the first loss. */
export async function prove({
  seed,
  runs,
  log,
}: {
  seed: number
  runs: number
  log: (line: string) => void
}): Promise<{ ok: boolean; figures: Record<string, unknown> }> {
  const random = createRandom(seed)
  const data = mkdtempSync(join(tmpdir(), 'placard-kill-'))
  const people: Person[] = []
  const registered = new Set<string>()
  const lost: string[] = []
  let restart = 0
  let server = await serve(data)
  try {
    for (let run = 0; run < runs; run++) {
      const { origin } = server
      const clients = Array.from({ length: CLIENTS }, (_, i) =>
        live(origin, `k${seed}_${run}_${i}`, random, people, registered),
      )
      await grown(people, people.length + 2)
      await sleep(random() * 1500)
      await server.kill()
      await Promise.all(clients)
      const before = performance.now()
      server = await serve(data)
      restart = Math.max(restart, performance.now() - before)
      lost.push(...(await verify(server.origin, people, registered)))
      log(`kill ${run + 1} of ${runs}: ${registered.size} registered, ${people.length} sessions, ${lost.length} lost`)
      if (lost.length > 0) break
    }
  } finally {
    await server.kill()
    rmSync(data, { recursive: true, force: true })
  }
  for (const line of lost.slice(0, 10)) log(line)
  return {
    ok: lost.length === 0 && people.length >= runs,
    figures: {
      seed,
      kills: runs,
      registered: registered.size,
      sessions: people.length,
      lost: lost.length,
      slowestRestartMs: Math.round(restart),
    },
  }
}
