import { isDeepStrictEqual } from 'node:util'
import { asPrice } from '../../../../src/engine/language/values/decimal.ts'
import type { Price } from '../../../../src/engine/language/values/units.ts'
import type { CallId, Calls } from '../../../../src/generated/calls.ts'
import { createTestServer, START_MS, type Person, type TestServer } from '../../../support/server/testServer.ts'
import { steppedUp, stepUp } from '../../../support/server/flows/security.ts'
import { endHold } from '../../../support/server/flows/withdrawals.ts'
import { statusIndex } from '../../../../src/product/domain/status.ts'
import { amountOf, PAYOUT_MS, REVIEW_MS, type Currency, type Kind, type Mode, type Model } from './model.ts'

const PAY_PASSWORD = '135790'

export class Divergence extends Error {
  override name = 'Divergence'
}

/** The server and its requests. Every answer is counted by its code. */
export class Real {
  steps = 0
  private keys = 0
  private pictures = 0
  private last: { who: number; call: CallId; payload: Record<string, unknown>; key: string; reply: unknown } | null =
    null

  private constructor(
    private readonly server: TestServer,
    private readonly people: readonly Person[],
    readonly payees: readonly string[],
    private readonly counts: Map<string, number>,
  ) {}

  static async open(counts: Map<string, number>): Promise<Real> {
    const server = await createTestServer()
    const [ann, bob] = [await server.person(), await server.person()]
    await server.call('user/switch_account', { mode: 'demo' }, { token: bob.token })
    const payees: string[] = []
    for (const { account, token } of [ann, bob]) {
      await server.context.db
        .updateTable('users')
        .set({ identity: statusIndex('identity', 'certified') })
        .where('account', '=', account)
        .execute()
      const set = await server.call(
        'safe/pay_password',
        { way: 'set', loginPassword: 'secret71', password: PAY_PASSWORD },
        { token },
      )
      if (set.type !== 'ok') throw new Error(`The payment password: ${String(set.code)} ${JSON.stringify(set.params)}`)
      payees.push(
        (
          await steppedUp(server, { token }, 'user/cash_save', {
            kind: 'card',
            number: '4111111111111111',
            holder: 'Ann Example',
            bank: 'Sandbox Bank',
          })
        ).data.id,
      )
    }
    for (const payee of payees) await endHold(server, payee)
    return new Real(server, [ann, bob], payees, counts)
  }

  static readonly startMs = START_MS

  close = (): Promise<void> => this.server.close()

  private token(who: number): string {
    const { token } = this.people[who] ?? {}
    if (token === undefined) throw new Error(`There is no user ${who}`)
    return token
  }

  same(actual: unknown, expected: unknown, by: string): void {
    if (!isDeepStrictEqual(actual, expected))
      throw new Divergence(`${by}: the server says ${JSON.stringify(actual)}, the model ${JSON.stringify(expected)}`)
  }

  async call<C extends CallId>(
    who: number,
    call: C,
    payload: Record<string, unknown>,
    code: string | number,
    by: string,
    headers: Record<string, string> = {},
  ): Promise<Calls[C]['data'] | null> {
    const reply = await this.server.call(call, payload, { token: this.token(who), headers })
    this.same(reply.code, code, by)
    this.counts.set(String(reply.code), (this.counts.get(String(reply.code)) ?? 0) + 1)
    return reply.type === 'ok' ? reply.data : null
  }

  async money<C extends CallId>(
    who: number,
    call: C,
    payload: Record<string, unknown>,
    code: string,
    by: string,
  ): Promise<Calls[C]['data'] | null> {
    const key = `money-model-${++this.keys}`
    const data = await this.call(who, call, payload, code, by, { 'idempotency-key': key })
    if (data !== null) this.last = { who, call, payload, key, reply: data }
    return data
  }

  async repeat(by: string): Promise<void> {
    if (!this.last) return
    const { who, call, payload, key, reply } = this.last
    const again = await this.server.call(call, payload, { token: this.token(who), headers: { 'idempotency-key': key } })
    this.same(again.data, reply, by)
  }

  async proof(who: number): Promise<string> {
    return (
      await this.server.call(
        'safe/pay_verify',
        { call: 'wallet/out', password: PAY_PASSWORD },
        { token: this.token(who) },
      )
    ).data.proof
  }

  /** The step-up proof of a withdrawal; undefined once one was paid to the payee. */
  stepUpProof = (who: number): Promise<string | undefined> =>
    stepUp(this.server, { token: this.token(who) }, 'wallet/out', this.payees[who])

  async picture(who: number, make: (number: number) => Uint8Array): Promise<string> {
    return (await this.server.upload(this.token(who), make(++this.pictures))).data.id
  }

  async pass(seconds: number): Promise<void> {
    await this.server.clock.advance(seconds)
    this.server.context.market.step()
  }

  readonly price = (currency: Currency): { bid: Price; ask: Price } => {
    if (currency === 'USDT' || currency === 'USD') return { bid: asPrice('1'), ask: asPrice('1') }
    const quote = this.server.context.market.quote(`${currency}USDT`)
    if (!quote) throw new Error(`${currency} has no price`)
    return quote
  }

  /** Compares all visible money of both people, and the books themselves. */
  async compare(model: Model, by: string): Promise<void> {
    for (const [who, person] of model.people.entries()) {
      const { data } = await this.server.call('wallet/list', {}, { token: this.token(who) })
      const actual = data.rows
        .filter(({ balance }) => balance !== '0')
        .map(
          ({ mode, kind, currency, balance, availableMargin }) =>
            `${mode} ${kind} ${currency} ${balance} ${availableMargin}`,
        )
      const expected = [...person.balances]
        .filter(([, amount]) => amount !== 0n)
        .map(([name, amount]) => {
          const [mode, kind, currency] = name.split(' ') as [Mode, Kind, Currency]
          return `${mode} ${kind} ${currency} ${amountOf(amount, currency)} ${amountOf(model.available(who, mode, kind, currency), currency)}`
        })
      this.same(actual.toSorted(), expected.toSorted(), `${by}, balances of ${who}`)
    }
    this.same(await this.server.context.ledger.verify(), [], `${by}, books`)
  }

  /** Compares the records at the end. */
  async compareRecords(model: Model): Promise<void> {
    for (const [who, person] of model.people.entries()) {
      for (const mode of ['real', 'demo'] as const) {
        this.same(
          await this.count(who, 'wallet/myFlashAgainstList', mode),
          person.exchanges[mode],
          `exchanges of ${who}`,
        )
        this.same(await this.count(who, 'wallet/transfers', mode), person.transfers[mode], `transfers of ${who}`)
      }
    }
    for (const deposit of model.deposits) {
      const { data } = await this.server.call(
        'wallet/detail',
        { kind: 'deposit', id: deposit.id },
        { token: this.token(deposit.owner) },
      )
      this.same(data.deposit?.status, model.statusOf(deposit, REVIEW_MS), `deposit ${deposit.id}`)
    }
    for (const withdrawal of model.withdrawals) {
      const { data } = await this.server.call(
        'wallet/detail',
        { kind: 'withdrawal', id: withdrawal.id },
        { token: this.token(withdrawal.owner) },
      )
      this.same(data.withdrawal?.status, model.statusOf(withdrawal, PAYOUT_MS), `withdrawal ${withdrawal.id}`)
    }
  }

  private async count(
    who: number,
    call: 'wallet/myFlashAgainstList' | 'wallet/transfers',
    mode: Mode,
  ): Promise<number> {
    let count = 0
    for (let page: number | null = 1; page !== null;) {
      const { data }: { data: { rows: unknown[]; next: number | null } } = await this.server.call(
        call,
        { mode, page },
        { token: this.token(who) },
      )
      count += data.rows.length
      page = data.next
    }
    return count
  }
}
