import { isDeepStrictEqual } from 'node:util'
import type { CallId, Calls } from '../../../../src/generated/calls.ts'
import { createManualClock } from '../../../support/server/manualClock.ts'
import { funded } from '../../../support/server/flows/seconds.ts'
import { activate } from '../../../support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../support/server/testServer.ts'
import type { Model } from './model.ts'
import { isCrypto, priceOf, Prices, SYMBOLS, ticksOf, type Symbol } from './prices.ts'
import { triggerOf } from './spot.ts'
import { amountOf, units } from './terms.ts'

export class Divergence extends Error {
  override name = 'Divergence'
}

/** Rows in an order that does not depend on their source. */
const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

const LEVERED = ['lever/my_trade', 'lever/my_wh_trade'] as const
const price = (ticks: number | null, symbol: Symbol) => (ticks === null ? null : priceOf(ticks, symbol))
/** Formats a price like the model: with all its digits. */
const same = (actual: string | null, symbol: Symbol) =>
  actual === null ? null : priceOf(ticksOf(Number(actual).toFixed(priceOf(1, symbol).length - 2)), symbol)

/** The server, and one customer with real money. Every answer is counted by its code. */
export class Real {
  steps = 0
  private keys = 0
  private last: { call: CallId; payload: Record<string, unknown>; key: string; reply: unknown } | null = null

  private constructor(
    readonly server: TestServer,
    private readonly person: Person,
    private readonly counts: Map<string, number>,
  ) {}

  static async open(startMs: number, counts: Map<string, number>): Promise<Real> {
    const server = await createTestServer({ clock: createManualClock(startMs) })
    const person = await funded(server)
    for (const symbol of SYMBOLS)
      for (const product of ['spot', 'seconds', 'leveraged'] as const) await activate(server, person, symbol, product)
    return new Real(server, person, counts)
  }

  close = (): Promise<void> => this.server.close()
  prices = (): Prices => new Prices(this.server.context.market)

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  same(actual: unknown, expected: unknown, by: string): void {
    if (!isDeepStrictEqual(actual, expected))
      throw new Divergence(`${by}: the server says ${JSON.stringify(actual)}, the model ${JSON.stringify(expected)}`)
  }

  async call<C extends CallId>(
    call: C,
    payload: Record<string, unknown>,
    code: string | number,
    by: string,
    headers: Record<string, string> = {},
  ): Promise<Calls[C]['data'] | null> {
    const reply = await this.server.call(call, payload, { token: this.person.token, headers })
    this.same(reply.code, code, by)
    this.count(String(reply.code))
    return reply.type === 'ok' ? reply.data : null
  }

  async money<C extends CallId>(
    call: C,
    payload: Record<string, unknown>,
    code: string,
    by: string,
  ): Promise<Calls[C]['data'] | null> {
    const key = `trading-model-${++this.keys}`
    const data = await this.call(call, { mode: 'real', ...payload }, code, by, { 'idempotency-key': key })
    if (data !== null) this.last = { call, payload: { mode: 'real', ...payload }, key, reply: data }
    return data
  }

  async repeat(by: string): Promise<void> {
    if (!this.last) return
    const { call, payload, key, reply } = this.last
    this.same(
      (await this.server.call(call, payload, { token: this.person.token, headers: { 'idempotency-key': key } })).data,
      reply,
      by,
    )
  }

  pass = (seconds: number): Promise<void> => this.server.clock.advance(seconds)

  private async read<C extends CallId>(call: C, payload: Record<string, unknown>): Promise<Calls[C]['data']> {
    const reply = await this.server.call(call, payload, { token: this.person.token })
    if (reply.type !== 'ok') throw new Error(`${call}: ${String(reply.code)}`)
    return reply.data
  }

  /** Compares accounts, positions, waiting orders, and the books themselves. */
  async compare(model: Model, by: string): Promise<void> {
    const { rows } = await this.read('wallet/list', {})
    const actual = rows
      .filter(({ mode, kind, balance }) => mode === 'real' && kind === 'coin' && balance !== '0')
      .map(({ currency, balance, availableMargin }) => `${currency} ${balance} ${availableMargin}`)
    const coins = [...model.coins]
      .filter(([, { posted }]) => posted !== 0n)
      .map(([currency, { posted, held }]) => `${currency} ${amountOf(posted)} ${amountOf(posted - held)}`)
    this.same(actual.toSorted(), coins.toSorted(), `${by}, coins`)
    const contract = rows.find(
      ({ mode, kind, currency }) => mode === 'real' && kind === 'contract' && currency === 'USDT',
    )
    const { posted, held } = model.contract
    const [margin, floating] = [model.margin(), model.floating()]
    this.same(
      contract && [
        contract.balance,
        contract.availableMargin,
        contract.usedMargin,
        contract.frozen,
        contract.floating,
        contract.netEquity,
      ],
      [posted, posted - held, margin, held - margin, floating, posted + floating].map(amountOf),
      `${by}, contract account`,
    )
    await this.compareOpen(model, by)
    this.same(await this.server.context.ledger.verify(), [], `${by}, books`)
  }

  private async compareOpen(model: Model, by: string): Promise<void> {
    const [crypto, wh] = await Promise.all(LEVERED.map((call) => this.read(call, { mode: 'real' })))
    for (const [kind, portfolio] of [
      ['crypto', crypto],
      ['wh', wh],
    ] as const) {
      const isOwnKind = ({ symbol }: { symbol: Symbol }) => isCrypto(symbol) === (kind === 'crypto')
      this.same(
        sorted(
          (portfolio?.positions ?? []).map((position) => [
            position.id,
            position.lots,
            position.margin,
            position.fee,
            ...[position.openPrice, position.liquidation, position.takeProfit, position.stopLoss].map((of) =>
              same(of, position.symbol as Symbol),
            ),
            position.profit,
            (position.closeOrders ?? []).map(({ id, trigger }) => `${id} ${same(trigger, position.symbol as Symbol)}`),
          ]),
        ),
        sorted(
          model.positions
            .filter(isOwnKind)
            .map((position) => [
              position.id,
              ...[position.lots, position.margin, position.fee].map(amountOf),
              ...[position.open, position.liquidation, position.takeProfit, position.stopLoss].map((of) =>
                price(of, position.symbol),
              ),
              amountOf(position.floatingAt(model.seen(position.symbol))),
              position.closeOrders.map((order) => `${order.id} ${price(position.triggerOf(order), position.symbol)}`),
            ]),
        ),
        `${by}, positions`,
      )
      this.same(
        sorted((portfolio?.orders ?? []).map((order) => [order.id, order.lots, order.margin, order.fee])),
        sorted(
          model.orders
            .filter(isOwnKind)
            .map((order) => [order.id, amountOf(order.lots), amountOf(order.margin), amountOf(order.fee)]),
        ),
        `${by}, orders that wait`,
      )
    }
  }

  /** Compares everything that has ended with the records. */
  async compareRecords(model: Model): Promise<void> {
    const spots = await this.pages((page) => this.read('coin/list', { mode: 'real', page }))
    this.same(
      sorted(
        spots.map((spot) => [
          spot.id,
          spot.kind,
          spot.status,
          same(spot.status === 0 ? (spot.trigger ?? null) : null, spot.symbol as Symbol),
          same(spot.dealPrice, spot.symbol as Symbol),
          spot.receive,
          spot.fee,
          spot.profit,
        ]),
      ),
      sorted(
        model.spots
          .map((order) => ({ ...order, trigger: triggerOf(order) }))
          .map(({ id, symbol, kind, status, trigger, deal }) => [
            id,
            kind,
            status,
            price(status === 0 ? trigger : null, symbol),
            price(deal?.price ?? null, symbol),
            ...[deal?.receive, deal?.fee, deal?.profit].map((of) =>
              of === undefined || of === null ? null : amountOf(of),
            ),
          ]),
      ),
      'spot orders',
    )
    const timed = [
      ...(await this.pages((page) => this.read('microtrade/lists', { mode: 'real', page }))),
      ...(await this.pages((page) => this.read('microtrade/whlists', { mode: 'real', page }))),
    ]
    this.same(
      sorted(
        timed.map((secondsOrder) => [
          secondsOrder.id,
          secondsOrder.status,
          same(secondsOrder.exitPrice, secondsOrder.symbol as Symbol),
          secondsOrder.result,
        ]),
      ),
      sorted(
        model.timed.map(({ id, symbol, status, exit, result }) => [
          id,
          status,
          price(exit, symbol),
          result === null ? null : amountOf(result),
        ]),
      ),
      'seconds contracts',
    )
    const deals = [
      ...(await this.pages((page) => this.read('lever/my_trade', { mode: 'real', page }))),
      ...(await this.pages((page) => this.read('lever/my_wh_trade', { mode: 'real', page }))),
    ]
    const line = (position: string, lots: bigint, profit: bigint, fee: bigint, reason: string) =>
      `${position} ${amountOf(lots)} ${amountOf(profit)} ${amountOf(fee)} ${reason}`
    this.same(
      deals
        .map(({ position, lots, profit, fee, reason }) =>
          line(position, units(lots), units(profit), units(fee), reason),
        )
        .toSorted(),
      model.deals
        .map(({ position, lots, profit, fee, reason }) => line(position, lots, profit, fee, reason))
        .toSorted(),
      'deals',
    )
    for (const { reason } of model.deals) this.count(`closed: ${reason}`)
    for (const { status } of model.timed)
      this.count(`seconds: ${['running', 'won', 'lost', 'tied', 'sold', 'cancelled'][status]}`)
    for (const { status, kind } of model.spots) this.count(`spot ${kind}: ${['open', 'filled', 'cancelled'][status]}`)
  }

  private async pages<Row>(ask: (page: number) => Promise<{ rows: Row[]; next: number | null }>): Promise<Row[]> {
    const rows: Row[] = []
    for (let page: number | null = 1; page !== null;) {
      const reply: { rows: Row[]; next: number | null } = await ask(page)
      rows.push(...reply.rows)
      page = reply.next
    }
    return rows
  }
}
