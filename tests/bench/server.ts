import autocannon, { type Options } from 'autocannon'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once as event } from 'node:events'
import { createInterface } from 'node:readline'
import { executeOnce } from '../../src/server/api/idempotency.ts'
import { createServer } from '../../src/server/app.ts'
import { DEMO } from '../../src/server/identity/seed.ts'
import { openConnection } from '../../src/server/storage/sqliteDriver.ts'
import type { Measure } from './run.ts'

export const about = 'the sandbox server: authenticated reads and durable money writes a second'

const PORT = 4129
const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 16
const WRITERS = 16

/** Measures reads and durable money writes per second, and bare SQLite inserts on the same disk. The best of several rounds counts. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-bench-'))
  try {
    const read = await reads(join(folder, 'reads'))
    const bare = bareWrites(join(folder, 'bare.db'))
    const written = await writes(join(folder, 'writes'))
    const transferred = await transfers(join(folder, 'transfers'))
    return [
      { name: 'authenticated reads (wallet/list, one process)', ours: read, unit: '/s', budget: 3000, atLeast: true },
      {
        name: 'durable money writes (key, posting, balances, reply)',
        ours: written,
        unit: '/s',
        budget: 300,
        atLeast: true,
      },
      {
        name: 'durable transfers over HTTP (wallet/transfer, one process)',
        ours: transferred,
        unit: '/s',
        budget: 300,
        atLeast: true,
      },
      {
        name: 'durable money writes against bare SQLite inserts',
        ours: written,
        floor: bare,
        unit: '/s',
        budget: 0.15,
        atLeast: true,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The server as `npm start` runs it, and the headers of a logged-in user. */
async function served<R>(
  data: string,
  work: (base: string, headers: Record<string, string>) => Promise<R>,
): Promise<R> {
  const env = {
    ...process.env,
    PORT: String(PORT),
    HOST: '127.0.0.1',
    PLACARD_DATA: data,
    NODE_ENV: 'production',
    READ_BUDGET: '0',
  }
  const server = spawn(process.execPath, ['codegen/commands/bundled.mjs', 'src/server/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await event(createInterface({ input: server.stdout }), 'line')
    const base = `http://127.0.0.1:${PORT}/api/`
    const { data: slide } = (await (await fetch(`${base}captcha/slide?lang=en`)).json()) as {
      data: { challenge: string }
    }
    const body = new URLSearchParams({
      lang: 'en',
      type: 'account',
      account: DEMO.account,
      password: DEMO.password,
      slide: slide.challenge,
    })
    const { data: login } = (await (await fetch(`${base}user/login`, { method: 'POST', body })).json()) as {
      data: { token: string }
    }
    return await work(base, { authorization: login.token, 'content-type': 'application/json' })
  } finally {
    const gone = event(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
}

/** The best of some rounds over HTTP: other programs slow the others. */
async function bestOfRounds(options: Options): Promise<number> {
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    const result = await autocannon({ method: 'POST', connections: CONNECTIONS, duration: SECONDS, ...options })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`)
    best = Math.max(best, result.requests.average)
  }
  return best
}

const reads = (data: string): Promise<number> =>
  served(data, (base, headers) => bestOfRounds({ url: `${base}wallet/list`, headers, body: '{"lang":"en"}' }))

/** Each request is a separate transfer: the smallest amount, so that there is enough of it, and a fresh key. */
async function transfers(data: string): Promise<number> {
  let sent = 0
  let refused = 0
  const body = JSON.stringify({
    lang: 'en',
    mode: 'real',
    from: 'coin',
    to: 'contract',
    currency: 'USDT',
    amount: '0.00000001',
  })
  const best = await served(data, (base, headers) =>
    bestOfRounds({
      url: `${base}wallet/transfer`,
      headers,
      body,
      requests: [
        {
          setupRequest: (request) => ({
            ...request,
            headers: { ...headers, 'idempotency-key': `bench-transfer-${++sent}` },
          }),
          onResponse: (_status, text) => void (refused += text.includes('"type":"ok"') ? 0 : 1),
        },
      ],
    }),
  )
  if (refused > 0) throw new Error(`${refused} transfers were refused`)
  return best
}

/** The limit of the disk: one row, one transaction, one sync. */
function bareWrites(file: string): number {
  const sqlite = openConnection(file)
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a TEXT)')
  const insert = sqlite.prepare('INSERT INTO t VALUES (?)')
  let best = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    let count = 0
    for (; performance.now() - started < SECONDS * 500; count++) insert.run(`row ${count}`)
    best = Math.max(best, (count * 1000) / (performance.now() - started))
  }
  sqlite.close()
  return best
}

/** Money calls without HTTP: each is a transaction of key, posting, two balances and reply, on the disk before the next begins. */
async function writes(data: string): Promise<number> {
  const server = await createServer({ database: join(data, 'placard.db'), tickRate: 0, passwordCost: 16 })
  const { context } = server
  let best = 0
  let count = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const before = count
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        while (performance.now() - started < SECONDS * 1000) {
          const key = `bench-${round}-${writer}-${count}`
          await executeOnce(
            context,
            { call: 'bench', userId: `user${writer}`, key, payload: { key } },
            async ({ ledger }) => {
              const owner = `user${writer}`
              return await ledger.post({
                mode: 'demo',
                reason: 'bench',
                key,
                entries: [{ from: 'deposits', to: { owner, kind: 'coin' }, currency: 'USDT', amount: 1n }],
              })
            },
          )
          count += 1
        }
      }),
    )
    best = Math.max(best, ((count - before) * 1000) / (performance.now() - started))
  }
  const wrong = await context.ledger.verify()
  await server.close()
  if (wrong.length > 0) throw new Error(wrong[0])
  return best
}
