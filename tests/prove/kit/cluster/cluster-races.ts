import { borrow, borrower, breakDeposit, deposit, repay } from '../../../support/server/flows/finance.ts'
import { buy, redeem, saver } from '../../../support/server/flows/interest.ts'
import { close, opened, trader as leveraged } from '../../../support/server/flows/lever.ts'
import { buySeconds, secondsTrader } from '../../../support/server/flows/seconds.ts'
import { as, payProof } from '../../../support/server/flows/security.ts'
import { away, btc, cancel as cancelSpot, trade } from '../../../support/server/flows/spot.ts'
import { cancel as cancelWithdrawal, certify, withdraw, withdrawer } from '../../../support/server/flows/withdrawals.ts'
import type { Sample } from './cluster-cases.ts'
import { createTestServer, type Person, type TestServer } from '../../../support/server/testServer.ts'
import { activate } from '../../../support/server/flows/trading.ts'

const AT_ONCE = 16
const DAY = 86_400

/** A user, the call repeated at once, and the seconds by which the clock moves meanwhile. */
interface Race {
  who: Person
  calls: (server: TestServer, call: number) => Promise<{ type: string; code: string | number }>
  seconds: number
  /** Allowed numbers of executed calls. */
  done: readonly number[]
}

let keys = 0
const keyed = (who: Person) => ({ ...as(who), headers: { 'idempotency-key': `cluster-race-${++keys}` } })

async function later(server: TestServer, seconds: number): Promise<void> {
  await server.app.inject({ method: 'POST', url: '/sandbox/advance', payload: { seconds } })
}

async function proofs(server: TestServer, who: Person, call: string): Promise<string[]> {
  const all: string[] = []
  while (all.length < AT_ONCE) all.push(await payProof(server, who, call))
  return all
}

function idOf({ type, code, data }: { type: string; code: string | number; data: { id: string } }): string {
  if (type !== 'ok') throw new Error(`Nothing to race for: ${String(code)}`)
  return data.id
}

/** Records that a user ends while they expire, or creates again while they are being created. */
const RACES: Readonly<Record<string, (server: TestServer) => Promise<Race>>> = {
  async 'an exchange of one quote'(server) {
    const who = await server.person()
    await certify(server, who)
    const { id, pay, receive, fee } = (
      await server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '100' }, as(who))
    ).data
    return {
      who,
      seconds: 0,
      done: [1],
      calls: (testServer) =>
        testServer.call(
          'wallet/flashAgainst',
          { mode: 'real', quote: id, from: 'USDT', to: 'BTC', pay, receive, fee },
          keyed(who),
        ),
    }
  },
  async 'a second loan'(server) {
    const who = await borrower(server)
    const proven = await proofs(server, who, 'lh/loan/submit')
    return {
      who,
      seconds: 20,
      done: [1],
      calls: (testServer, call) => borrow(testServer, who, { payProof: proven[call] }, `cluster-loan-${++keys}`),
    }
  },
  async 'the repayment of all of a loan while a day begins'(server) {
    const who = await borrower(server)
    const id = idOf(await borrow(server, who, {}, `cluster-loan-${++keys}`))
    await later(server, 20)
    const proven = await proofs(server, who, 'lh/loan/repayment')
    // Quoted before the day begins or after it: the first one wins, if any with today's quote does.
    return {
      who,
      seconds: DAY,
      done: [0, 1],
      calls: (testServer, call) =>
        repay(testServer, who, id, null, { payProof: proven[call] }, `cluster-repay-${++keys}`),
    }
  },
  async 'the breaking of a fixed deposit on its last day'(server) {
    const who = await saver(server)
    const id = idOf(await deposit(server, who, {}, `cluster-deposit-${++keys}`))
    await later(server, 6 * DAY)
    return {
      who,
      seconds: DAY,
      done: [0, 1],
      calls: (testServer) => breakDeposit(testServer, who, id, {}, `cluster-break-${++keys}`),
    }
  },
  async 'the redemption of a custody while a day ends'(server) {
    const who = await saver(server)
    const id = idOf(await buy(server, who))
    await later(server, 40)
    return { who, seconds: DAY, done: [0, 1], calls: (testServer) => redeem(testServer, who, id) }
  },
  async 'the last withdrawal that is taken back while its review ends'(server) {
    const who = await withdrawer(server)
    const id = idOf(await withdraw(server, who))
    return { who, seconds: 20, done: [0, 1], calls: (testServer) => cancelWithdrawal(testServer, who, id) }
  },
  async 'a seconds contract that is asked for while it expires'(server) {
    const who = await secondsTrader(server)
    const id = idOf(await buySeconds(server, who))
    return {
      who,
      seconds: 90,
      done: [AT_ONCE],
      calls: (testServer) => testServer.call('microtrade/order', { id }, as(who)),
    }
  },
  async 'the close of a position'(server) {
    const who = await leveraged(server)
    const { id, lots } = await opened(server, who)
    return { who, seconds: 3_600, done: [0, 1], calls: (testServer) => close(testServer, who, { id, lots }) }
  },
  async 'the end of a limit order that ticks may fill'(server) {
    const who = await server.person()
    await certify(server, who)
    await activate(server, who, 'BTCUSDT', 'spot')
    const id = idOf(
      await trade(server, who, { kind: 'limit', price: away(btc(server).ask, -0.05) }, `cluster-spot-${++keys}`),
    )
    return {
      who,
      seconds: 600,
      done: [0, 1],
      calls: (testServer) => cancelSpot(testServer, who, id, {}, `cluster-spot-${++keys}`),
    }
  },
  async 'the refill of a demo account'(server) {
    const who = await server.person()
    await server.call('user/switch_account', { mode: 'demo' }, as(who))
    await server.call(
      'wallet/transfer',
      { mode: 'demo', from: 'coin', to: 'contract', currency: 'USDT', amount: '100' },
      keyed(who),
    )
    return {
      who,
      seconds: 0,
      done: [1],
      calls: (testServer) => testServer.call('user/demo_refill', { mode: 'demo' }, keyed(who)),
    }
  },
}

/**
 * Each one-time call, or `sample.share` of them, is sent many times at once to two processes while time moves on: it is executed once, and the
 * books balance.
 */
export async function proveRaces(address: string, faults: string[], sample?: Sample): Promise<Record<string, unknown>> {
  const worlds = [await createTestServer({ database: address }), await createTestServer({ database: address })] as const
  const [first] = worlds
  const at = (call: number): TestServer => worlds[call % 2] ?? first
  const done: Record<string, number> = {}
  try {
    const races = Object.entries(RACES)
    const chosen = sample ? sample.random.shuffled(races).slice(0, Math.ceil(races.length * sample.share)) : races
    for (const [name, prepare] of chosen) {
      const race = await prepare(first)
      const [replies] = await Promise.all([
        Promise.all(Array.from({ length: AT_ONCE }, (_, call) => race.calls(at(call), call))),
        race.seconds > 0 ? later(at(keys), race.seconds) : null,
      ])
      done[name] = replies.filter(({ type }) => type === 'ok').length
      if (!race.done.includes(done[name])) faults.push(`${name}: ${done[name]} of ${AT_ONCE} were carried out`)
      if (replies.some(({ code }) => code === 'serverError'))
        faults.push(
          `${name}: ${replies.filter(({ code }) => code === 'serverError').length} were answered with serverError`,
        )
      faults.push(...(await first.context.ledger.verify()).map((fault) => `${name}: ${fault}`))
    }
  } finally {
    for (const server of worlds) await server.close()
  }
  return { races: done }
}
