import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_DATA_KEY } from '../../tests/support/server/dataKey.ts'
import { startServer } from '../../tests/e2e/kit/net/server.ts'
import { LONG } from '../../tests/support/long.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Nothing listens there: no test uses a port below 1024. */
const CLOSED_PORT = 1
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-start-'))
  writeFileSync(join(folder, 'file'), 'text')
  writeFileSync(join(folder, 'list.json'), '[]')
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken/placard.db'), 'no database '.repeat(1_000))
  for (const name of ['lost', 'empty'])
    writeFileSync(join(folder, `${name}.key`), `${TEST_DATA_KEY}\n`, { mode: 0o600 })
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'empty/placard.db'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Exit code and output of a server that does not start. */
const start = (env: Record<string, string>) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const server = spawn(process.execPath, ['codegen/commands/bundled.mjs', 'src/server/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, PORT: '0', PLACARD_DATA: ':memory:', PLACARD_DIST: '', ...env },
    })
    let output = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (output += String(part)))
    server.on('close', (code) => resolve({ code, output }))
  })

describe('a start that is impossible ends with one sentence', LONG, () => {
  it.each<[string, () => Record<string, string>, string]>([
    [
      'an address of another database',
      () => ({ DATABASE_URL: 'mysql://ann:hidden@db/app' }),
      'DATABASE_URL is not the address of a PostgreSQL database.',
    ],
    [
      'PostgreSQL away',
      () => ({ DATABASE_URL: `postgres://ann:hidden@127.0.0.1:${CLOSED_PORT}/app` }),
      'cannot be reached (ECONNREFUSED)',
    ],
    ['a data folder that is a file', () => ({ PLACARD_DATA: join(folder, 'file') }), 'cannot be used'],
    [
      'a file that is no database',
      () => ({ PLACARD_DATA: join(folder, 'broken') }),
      'is damaged, or is no database: file is not a database (SQLITE_NOTADB). Copy the data folder',
    ],
    ['a lost database', () => ({ PLACARD_DATA: join(folder, 'lost') }), 'placard.db is missing, but its data key'],
    ['an empty database', () => ({ PLACARD_DATA: join(folder, 'empty') }), 'placard.db is empty, but its data key'],
    ['no key of the data', () => ({ PLACARD_DATA_KEY: 'short' }), 'PLACARD_DATA_KEY: a key is 32 random bytes'],
    ['trusted proxies without meaning', () => ({ TRUST_PROXY: 'yes' }), 'TRUST_PROXY is "yes"'],
    ['no port', () => ({ PORT: 'http' }), 'PORT is "http"'],
    ['no budget of reads', () => ({ READ_BUDGET: 'much' }), 'READ_BUDGET is "much"'],
    ['no rate of ticks', () => ({ TICK_RATE: '-1' }), 'TICK_RATE is "-1"'],
    [
      'a switch that is neither on nor off',
      () => ({ SANDBOX: 'yes' }),
      'SANDBOX is "yes": write 1 for on or 0 for off.',
    ],
    ['half an address of a proxy', () => ({ TRUST_PROXY: '1.2.3' }), 'TRUST_PROXY is "1.2.3"'],
    [
      'a build that is not there',
      () => ({ PLACARD_DIST: '/nope' }),
      'PLACARD_DIST is "/nope": there is no such folder.',
    ],
    ['another protocol for Redis', () => ({ REDIS_URL: 'http://x' }), 'REDIS_URL is no address'],
    [
      'no address of a collector',
      () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'nonsense' }),
      'OTEL_EXPORTER_OTLP_ENDPOINT is no address',
    ],
    ['a list of settings', () => ({ PLACARD_CONFIG: join(folder, 'list.json') }), 'list.json: '],
    ['an address of another machine', () => ({ HOST: '192.0.2.1' }), 'cannot listen on 192.0.2.1'],
  ])('%s', async (_, env, sentence) => {
    const { code, output } = await start(env())
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/\n\s+at |hidden/)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})

it.each<[Record<string, string>, number]>([
  [{}, 200],
  [{ TRUST_PROXY: '1' }, 404],
  [{ PUBLIC_HOST: 'trade.example' }, 404],
  [{ TRUST_PROXY: '1', PUBLIC_HOST: 'trade.example', SANDBOX: '1' }, 200],
  [{ SANDBOX: '0' }, 404],
])('started with %j, the outbox is %i', async (env, status) => {
  const server = await startServer({ PLACARD_DATA: ':memory:', PLACARD_DIST: '', ...env })
  try {
    expect((await fetch(`${server.origin}/sandbox/outbox.json`)).status).toBe(status)
  } finally {
    await server.stop()
  }
})
