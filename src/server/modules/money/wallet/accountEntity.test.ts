import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Literal } from '../../../../engine/language/values/units.ts'
import { asMoney, mul, round } from '../../../../engine/language/values/decimal.ts'
import { DEFAULT_CONFIG } from '../../../config.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { minor, type WalletKind, type Mode } from '../../../kit/ledger/index.ts'

let server: TestServer
let token: string
let owner: string

beforeEach(async () => {
  const opening = { real: {}, demo: { USDT: asMoney('100000') } }
  server = await createTestServer({ operator: { ...DEFAULT_CONFIG, server: { ...DEFAULT_CONFIG.server, opening } } })
  token = (await server.person()).token
  owner = (await server.call('user/info', {}, { token })).data.id
})
afterEach(() => server.close())

const list = async (payload = {}) => (await server.call('wallet/list', payload, { token })).data
const give = (mode: Mode, kind: WalletKind, currency: string, amount: Literal) =>
  server.context.ledger.post({
    mode,
    reason: 'test',
    entries: [{ from: 'deposits', to: { owner, kind }, currency, amount: minor(amount, currency) }],
  })

describe('the wallet', () => {
  it('has a USDT account in each mode and kind, and the others after it', async () => {
    await give('real', 'contract', 'BTC', '0.5')
    const { rows, totals } = await list()
    expect(rows.map(({ mode, kind, currency, balance }) => `${mode} ${kind} ${balance} ${currency}`)).toEqual([
      'real coin 0 USDT',
      'real contract 0 USDT',
      'real contract 0.5 BTC',
      'demo coin 100000 USDT',
      'demo contract 0 USDT',
    ])
    expect(totals.map(({ mode, kind, currency }) => `${mode} ${kind} ${currency}`)).toEqual([
      'real coin USDT',
      'real contract USDT',
      'demo coin USDT',
      'demo contract USDT',
    ])
    expect((await list({ mode: 'demo' })).rows).toHaveLength(2)
    expect((await list({ mode: 'real', kind: 'contract' })).totals).toHaveLength(1)
  })

  it('shows holds as frozen, and values everything at the last price', async () => {
    await give('real', 'coin', 'USDT', '100.25')
    await give('real', 'coin', 'ETH', '2')
    await server.context.ledger.hold({
      mode: 'real',
      owner,
      kind: 'coin',
      currency: 'ETH',
      amount: minor('0.5', 'ETH'),
      reason: 'test',
    })
    const { rows, totals } = await list({ mode: 'real', kind: 'coin' })
    expect(rows[1]).toMatchObject({
      currency: 'ETH',
      balance: '2',
      frozen: '0.5',
      availableMargin: '1.5',
      netEquity: '2',
    })
    const price = server.context.market.quote('ETHUSDT')?.last ?? '0'
    expect(totals[0]).toMatchObject({ currency: 'USDT', frozen: round(mul(price, '0.5'), 2, 'floor') })
    expect(Number(totals[0]?.balance)).toBeCloseTo(100.25 + 2 * Number(price), 1)
    const one = await server.call('wallet/get_info', { currency: 'ETH', mode: 'real' }, { token })
    expect(one.data.account).toEqual(rows[1])
  })

  it('reads the limits of the operator for deposits and withdrawals of one currency', async () => {
    const { data } = await server.call('wallet/get_info', { currency: 'ETH' }, { token })
    const { deposits, withdrawals } = server.context.operator.server
    const limits = ({ minimum, maximum }: { minimum: string; maximum: string }) => ({ minimum, maximum })
    expect(data.deposits.map(limits)).toEqual(deposits.filter(({ currency }) => currency === 'ETH').map(limits))
    expect(data.withdrawals).toEqual(withdrawals.filter(({ currency }) => currency === 'ETH'))
    expect(data.withdrawals.length).toBeGreaterThan(0)
  })

  it.each([
    ['USDT', true],
    ['BTC', true],
    ['EUR', false],
    ['XAU', false],
  ])('reads whether flash exchange offers %s', async (currency, offered) => {
    const { data } = await server.call('wallet/get_info', { currency }, { token })
    const { rows } = (await server.call('wallet/flashAgainstList', {}, { token })).data
    expect([data.exchangeable, rows.some((row) => row.currency === currency)]).toEqual([offered, offered])
  })

  it('is empty, not missing, in an unused currency, and reads the mode in use', async () => {
    const { data } = await server.call('wallet/get_info', { currency: 'DOGE' }, { token })
    expect(data.account).toMatchObject({ mode: 'real', kind: 'coin', balance: '0', availableMargin: '0' })
    await server.call('user/switch_account', { mode: 'demo' }, { token })
    expect((await server.call('wallet/get_info', { currency: 'USDT' }, { token })).data.account).toMatchObject({
      mode: 'demo',
      balance: '100000',
    })
  })

  it('is private', async () => {
    await give('real', 'coin', 'BTC', '1')
    const other = await server.person()
    const { data } = await server.call('wallet/list', { mode: 'real' }, { token: other.token })
    expect(data.rows.every(({ balance }) => balance === '0')).toBe(true)
    expect((await server.call('wallet/list', {}, { token: 'no session' })).type).toBe('999')
  })
})
