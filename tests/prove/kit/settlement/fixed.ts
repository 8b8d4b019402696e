import { asMoney, asPercent } from '../../../../src/engine/language/values/decimal.ts'
import type { Percent } from '../../../../src/engine/language/values/units.ts'
import type { Customer } from '../bank/bank-people.ts'
import { unitsOf } from '../bank/bank-postings.ts'
import type { Daily } from './daily.ts'
import { inspectFixed, PRODUCTS, type Subscribed } from './fixed-model.ts'
import type { SandboxClient } from './sandbox-client.ts'

const written = (units: bigint): Percent =>
  asPercent(`${units / 10_000n}.${(units % 10_000n).toString().padStart(4, '0')}`)
/** Upper limits of the amounts: mostly small, so that some can always be paid. */
const MOST = [300, 50, 10, 200, 100]
const NO: readonly unknown[] = ['insufficientWalletBalance', 'participantsFull', 'amountAboveMaximum']

/** Creates the proof of fixed deposits. It records the deposits acknowledged by the server. */
export function fixed(): Daily {
  const subscribed = new Map<string, Subscribed>()

  async function subscribe(client: SandboxClient, person: Customer): Promise<void> {
    const { random, faults } = client
    const product = random.pick(PRODUCTS)
    const ending = random.pick(['', '.5', '.01', '.33', `.${10 + random.int(90)}`])
    const asked = {
      mode: 'real',
      product: product.id,
      currency: 'USDT',
      amount: `${1 + random.int(client.deal('fixed', MOST))}${ending}`,
    }
    const quote = await client.post('lh/deposit/quote', asked, person)
    if (NO.includes(quote?.code)) return
    if (quote?.type !== 'ok') return void faults.push(`lh/deposit/quote answers ${String(quote?.code)}`)
    const payProof = await client.proof('lh/deposit', person)
    const reply = await client.post(
      'lh/deposit',
      { ...asked, interest: String(quote.data?.interest), payProof },
      person,
    )
    if (NO.includes(reply?.code)) return
    if (reply?.type !== 'ok') return void faults.push(`lh/deposit answers ${String(reply?.code)}`)
    subscribed.set(String(reply.data?.id), {
      user: person.user,
      product,
      units: unitsOf(asked.amount),
      interest: unitsOf(String(quote.data?.interest)),
      time: Number(reply.data?.time),
      broken: false,
    })
  }

  /** Breaks one of the person's deposits, if possible. */
  async function breakOne(client: SandboxClient, person: Customer): Promise<void> {
    const own = [...subscribed].filter(([, { user }]) => user === person.user)
    if (own.length === 0) return
    const [id, order] = client.random.pick(own)
    const quote = await client.post('lh/deposit/cancel_quote', { id }, person)
    if (quote?.type !== 'ok') return
    const reply = await client.post(
      'lh/deposit/cancel',
      { mode: 'real', id, currency: 'USDT', cost: String(quote.data?.cost), back: String(quote.data?.back) },
      person,
    )
    if (reply?.type === 'ok') order.broken = true
  }

  return {
    name: 'fixed',
    operator: {
      fixedDeposits: PRODUCTS.map(({ id, rate, days, cost, participants }) => ({
        id,
        currency: 'USDT',
        minimum: asMoney('0.01'),
        single: asMoney('400'),
        maximum: asMoney('1000'),
        yield: written(rate),
        days,
        breakFee: written(cost),
        participants,
      })),
    },
    act: (client, person) =>
      client.deal(`fixed of ${person.user}`, [subscribe, subscribe, subscribe, breakOne])(client, person),
    hurry: breakOne,
    inspect: (db, at) => inspectFixed(db, at, subscribed),
  }
}
