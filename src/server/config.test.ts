import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG, readConfig } from './config.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'placard-config-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(text: string): ReturnType<typeof readConfig> {
  const file = join(folder, 'operator.json')
  writeFileSync(file, text)
  return readConfig(file)
}

describe('the operator’s file', () => {
  it('overrides the default fields it names', () => {
    const { app, server } = read('{"app": {"shortName": "Acme", "apiBase": "https://api.example/v1/"}}')
    expect(app).toEqual({ ...DEFAULT_CONFIG.app, shortName: 'Acme', apiBase: 'https://api.example/v1/' })
    expect(server).toEqual(DEFAULT_CONFIG.server)
  })

  const withdrawalFee = (currency: string, fee: string): string =>
    JSON.stringify({
      server: { withdrawals: [{ channel: 'card', currency, network: null, fee, minimum: '20', maximum: '50' }] },
    })

  it('accepts fees in the digits that a currency is traded in', () => {
    for (const [currency, fee] of [
      ['USDT', '1.05'],
      ['USDT', '1.050'],
      ['BTC', '0.00020001'],
    ] as const)
      expect(read(withdrawalFee(currency, fee)).server.withdrawals[0]?.fee).toBe(fee)
  })

  it.each([
    ['{"app": {', 'is not JSON'],
    [
      '{"shortName": "Acme"}',
      '"shortName" is neither "app" nor "server"; it belongs into "app": {"app": {"shortName": …}}',
    ],
    ['{"colour": "gold"}', '"colour" is neither "app" nor "server"'],
    ['{"app": {"shortname": "Acme"}}', 'app has no "shortname" (schemas/operator.json)'],
    ['{"app": {"live": {"url": "", "path": "/live", "protocol": 5}}}', 'app/live/protocol may be 3, 4'],
    ['{"app": {"live": {"url": ""}}}', 'app/live needs "path"'],
    ['{"app": {"apiBase": "ftp://x"}}', 'app/apiBase is not of the format "url"'],
    ['{"app": {"idle": "30"}}', 'app/idle must be of type integer'],
    ['{"app": {"idle": -1}}', 'app/idle must be >= 0'],
    ['{"app": {"shortName": ""}}', 'app/shortName does not keep to "minLength" 1'],
    ['{"server": {"turnover": "-1"}}', 'server/turnover: must be from 0 to 10000'],
    ['{"server": {"turnover": "x"}}', 'server/turnover is not of the format "decimal" (schemas/operatorServer.json)'],
    [
      JSON.stringify({ server: { exchange: { ...DEFAULT_CONFIG.server.exchange, minimum: '10.005' } } }),
      'server/exchange/minimum: must have at most 2 digits after the point in USDT',
    ],
    [withdrawalFee('USDT', '1.005'), 'server/withdrawals/0/fee: must have at most 2 digits after the point in USDT'],
    [
      withdrawalFee('BTC', '0.000200001'),
      'server/withdrawals/0/fee: must have at most 8 digits after the point in BTC',
    ],
  ])('%s', (text, said) => {
    expect(() => read(text)).toThrow(said)
  })

  it('reports an unreadable file', () => {
    expect(() => readConfig(join(folder, 'none.json'))).toThrow('none.json cannot be read')
  })
})
