import { asSeconds } from '../../../../src/engine/language/values/time.ts'
import { asMoney, asPercent } from '../../../../src/engine/language/values/decimal.ts'
import type { Percent } from '../../../../src/engine/language/values/units.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import type { Customer } from '../bank/bank-people.ts'
import { unitsOf } from '../bank/bank-postings.ts'
import type { Daily } from './daily.ts'
import { inspectOrders, PRODUCTS, REVIEW, type Bought } from './interest-model.ts'
import type { SandboxClient } from './sandbox-client.ts'

const written = (units: bigint): Percent =>
  asPercent(`${units / 10_000n}.${(units % 10_000n).toString().padStart(4, '0')}`)
/** Upper limits of the amounts: mostly small, so that some can always be paid. */
const MOST = [400, 50, 10, 250, 100]

const projects = PRODUCTS.map(({ id, rate, days, cost, interest }) => ({
  id,
  names: { en: id },
  currency: 'USDT',
  rate: written(rate),
  days,
  minimum: asMoney('0.01'),
  maximum: asMoney('100000'),
  state: 'open' as const,
  early: cost === null ? null : { cost: written(cost), interest },
}))

/** Creates the proof of interest projects. It records the orders acknowledged by the server. */
export function interest(): Daily {
  const bought = new Map<string, Bought>()
  const ofPerson = (person: Customer) => [...bought.values()].filter(({ user }) => user === person.user)

  async function buy(client: SandboxClient, person: Customer): Promise<void> {
    const { random, faults } = client
    const product = random.pick(PRODUCTS)
    const ending = random.pick(['', '', '.13', '.5', '.01', '.33', `.${10 + random.int(90)}`])
    const asked = {
      mode: 'real',
      project: product.id,
      currency: 'USDT',
      amount: `${1 + random.int(client.deal('interest', MOST))}${ending}`,
    }
    const quote = await client.get('project/quote', asked, person)
    if (quote?.type !== 'ok') return void faults.push(`project/quote answers ${String(quote?.code)}`)
    const payProof = await client.proof('project/order', person)
    const reply = await client.post(
      'project/order',
      { ...asked, daily: String(quote.data?.daily), total: String(quote.data?.total), payProof },
      person,
    )
    if (reply?.code === 'insufficientWalletBalance') return
    if (reply?.type !== 'ok') return void faults.push(`project/order answers ${String(reply?.code)}`)
    const id = String(reply.data?.id)
    bought.set(id, {
      id,
      user: person.user,
      product,
      units: unitsOf(asked.amount),
      total: unitsOf(String(quote.data?.total)),
      time: Number(reply.data?.time),
      redeemed: false,
    })
  }

  /** Redeems one of the person's orders, if possible. */
  async function redeem(client: SandboxClient, person: Customer): Promise<void> {
    const own = ofPerson(person)
    if (own.length === 0) return
    const order = client.random.pick(own)
    const quote = await client.get('project/redeem_quote', { id: order.id }, person)
    if (quote?.type !== 'ok') return
    const { mode, id, currency, cost, forfeited, back } = quote.data as Record<string, string>
    const reply = await client.post(
      'project/redeem',
      { mode, id, currency, cost, forfeited, back } as Record<string, string>,
      person,
    )
    if (reply?.type === 'ok') order.redeemed = true
  }

  return {
    name: 'interest',
    operator: { projects, review: { ...DEFAULT_CONFIG.server.review, project: asSeconds(REVIEW) } },
    act: (client, person) => client.deal(`interest of ${person.user}`, [buy, buy, buy, redeem])(client, person),
    hurry: redeem,
    inspect: (db, at) => inspectOrders(db, at, bought),
  }
}
