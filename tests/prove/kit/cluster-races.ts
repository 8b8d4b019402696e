import { borrow, borrower, breakDeposit, deposit, repay } from '../../../src/server/testing/finance.ts'
import { buy, redeem, saver } from '../../../src/server/testing/interest.ts'
import { close, opened, trader as leveraged } from '../../../src/server/testing/lever.ts'
import { buySeconds, secondsTrader } from '../../../src/server/testing/seconds.ts'
import { as, payProof } from '../../../src/server/testing/security.ts'
import { away, btc, cancel as cancelSpot, trade } from '../../../src/server/testing/spot.ts'
import { cancel as cancelWithdrawal, certify, withdraw, withdrawer } from '../../../src/server/testing/withdrawals.ts'
import { createWorld, type Person, type World } from '../../../src/server/testing/testServer.ts'

const AT_ONCE = 16
const DAY = 86_400

/** Somebody, what they send again and again at once, and how far the time is moved on meanwhile. */
interface Race {
  who: Person
  calls: (world: World, call: number) => Promise<{ type: string; code: string | number }>
  seconds: number
  /** How many of the calls may be carried out. */
  done: readonly number[]
}

let keys = 0
const keyed = (who: Person) => ({ ...as(who), headers: { 'idempotency-key': `cluster-race-${++keys}` } })

async function later(world: World, seconds: number): Promise<void> {
  await world.app.inject({ method: 'POST', url: '/sandbox/advance', payload: { seconds } })
}

async function proofs(world: World, who: Person, call: string): Promise<string[]> {
  const all: string[] = []
  while (all.length < AT_ONCE) all.push(await payProof(world, who, call))
  return all
}

function idOf({ type, code, data }: { type: string; code: string | number; data: { id: string } }): string {
  if (type !== 'ok') throw new Error(`Nothing to race for: ${String(code)}`)
  return data.id
}

/** What somebody ends while it ends by itself, or makes again while it is being made. */
const RACES: Readonly<Record<string, (world: World) => Promise<Race>>> = {
  async 'an exchange of one quote'(world) {
    const who = await world.person()
    const { id, pay, receive, fee } = (await world.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '100' }, as(who))).data
    return { who, seconds: 0, done: [1], calls: (one) => one.call('wallet/flashAgainst', { mode: 'real', quote: id, from: 'USDT', to: 'BTC', pay, receive, fee }, keyed(who)) }
  },
  async 'a second loan'(world) {
    const who = await borrower(world)
    const proven = await proofs(world, who, 'lh/loan/submit')
    return { who, seconds: 20, done: [1], calls: (one, call) => borrow(one, who, { payProof: proven[call] }, `cluster-loan-${++keys}`) }
  },
  async 'the repayment of all of a loan while a day begins'(world) {
    const who = await borrower(world)
    const id = idOf(await borrow(world, who, {}, `cluster-loan-${++keys}`))
    await later(world, 20)
    const proven = await proofs(world, who, 'lh/loan/repayment')
    // Quoted before the day begins or after it: the one that comes first, if any of today's quote does.
    return { who, seconds: DAY, done: [0, 1], calls: (one, call) => repay(one, who, id, null, { payProof: proven[call] }, `cluster-repay-${++keys}`) }
  },
  async 'the breaking of a fixed deposit on its last day'(world) {
    const who = await saver(world)
    const id = idOf(await deposit(world, who, {}, `cluster-deposit-${++keys}`))
    await later(world, 6 * DAY)
    return { who, seconds: DAY, done: [0, 1], calls: (one) => breakDeposit(one, who, id, {}, `cluster-break-${++keys}`) }
  },
  async 'the redemption of a custody while a day ends'(world) {
    const who = await saver(world)
    const id = idOf(await buy(world, who))
    await later(world, 40)
    return { who, seconds: DAY, done: [0, 1], calls: (one) => redeem(one, who, id) }
  },
  async 'the last withdrawal that is taken back while its review ends'(world) {
    const who = await withdrawer(world)
    const id = idOf(await withdraw(world, who))
    return { who, seconds: 20, done: [0, 1], calls: (one) => cancelWithdrawal(one, who, id) }
  },
  async 'a seconds contract that is asked for while it expires'(world) {
    const who = await secondsTrader(world)
    const id = idOf(await buySeconds(world, who))
    return { who, seconds: 90, done: [AT_ONCE], calls: (one) => one.call('microtrade/order', { id }, as(who)) }
  },
  async 'the close of a position'(world) {
    const who = await leveraged(world)
    const { id, lots } = await opened(world, who)
    return { who, seconds: 3_600, done: [0, 1], calls: (one) => close(one, who, { id, lots }) }
  },
  async 'the end of a limit order that ticks may fill'(world) {
    const who = await world.person()
    await certify(world, who)
    const id = idOf(await trade(world, who, { kind: 'limit', price: away(btc(world).ask, -0.05) }, `cluster-spot-${++keys}`))
    return { who, seconds: 600, done: [0, 1], calls: (one) => cancelSpot(one, who, id, {}, `cluster-spot-${++keys}`) }
  },
  async 'the refill of a demo account'(world) {
    const who = await world.person()
    await world.call('user/switch_account', { mode: 'demo' }, as(who))
    await world.call('wallet/transfer', { mode: 'demo', from: 'coin', to: 'contract', currency: 'USDT', amount: '100' }, keyed(who))
    return { who, seconds: 0, done: [1], calls: (one) => one.call('user/demo_refill', { mode: 'demo' }, keyed(who)) }
  },
}

/** Whatever can be done once is sent many times at once to two processes, while time moves on: it is done once, and the books add up. */
export async function proveRaces(address: string, faults: string[]): Promise<Record<string, unknown>> {
  const worlds = [await createWorld({ database: address }), await createWorld({ database: address })] as const
  const [first] = worlds
  const at = (call: number): World => worlds[call % 2] ?? first
  const done: Record<string, number> = {}
  try {
    for (const [name, prepare] of Object.entries(RACES)) {
      const race = await prepare(first)
      const [replies] = await Promise.all([
        Promise.all(Array.from({ length: AT_ONCE }, (_, call) => race.calls(at(call), call))),
        race.seconds > 0 ? later(at(keys), race.seconds) : null,
      ])
      done[name] = replies.filter(({ type }) => type === 'ok').length
      if (!race.done.includes(done[name])) faults.push(`${name}: ${done[name]} of ${AT_ONCE} were carried out`)
      if (replies.some(({ code }) => code === 'serverError')) faults.push(`${name}: ${replies.filter(({ code }) => code === 'serverError').length} were answered with serverError`)
      faults.push(...(await first.context.ledger.verify()).map((fault) => `${name}: ${fault}`))
    }
  } finally {
    for (const world of worlds) await world.close()
  }
  return { races: done }
}
