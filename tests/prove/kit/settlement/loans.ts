import { asMoney, asPercent } from '../../../../src/engine/language/values/decimal.ts'
import type { Percent } from '../../../../src/engine/language/values/units.ts'
import type { Customer } from '../bank/bank-people.ts'
import { unitsOf } from '../bank/bank-postings.ts'
import type { Daily } from './daily.ts'
import { inspectLoans, TERMS, type Borrowed } from './loan-model.ts'
import type { SandboxClient } from './sandbox-client.ts'

const written = (units: bigint): Percent =>
  asPercent(`${units / 10_000n}.${(units % 10_000n).toString().padStart(4, '0')}`)
const MOST = 300
const NO: readonly unknown[] = [
  'insufficientWalletBalance',
  'amountBelowMinimum',
  'amountAboveMaximum',
  'orderStatusError',
]

/** Creates the proof of loans. It records the loans acknowledged by the server. */
export function loans(): Daily {
  const borrowed = new Map<string, Borrowed>()
  const lastOf = (person: Customer) => [...borrowed].findLast(([, { user }]) => user === person.user)

  async function borrow(client: SandboxClient, person: Customer): Promise<void> {
    const { random, faults } = client
    const ending = random.pick(['', '', '.14', '.5', '.01', `.${10 + random.int(90)}`])
    const asked = {
      mode: 'real',
      currency: 'USDT',
      amount: `${1 + random.int(MOST)}${ending}`,
      days: random.pick(TERMS.days),
    }
    const quote = await client.post('lh/loan/quote', asked, person)
    if (quote?.type !== 'ok') return void faults.push(`lh/loan/quote answers ${String(quote?.code)}`)
    const { fee, net, interest } = quote.data as Record<'fee' | 'net' | 'interest', string>
    const reply = await client.post(
      'lh/loan/submit',
      { ...asked, fee, net, interest, payProof: await client.proof('lh/loan/submit', person) },
      person,
    )
    if (reply?.code === 'alreadyApplied') return
    if (reply?.type !== 'ok') return void faults.push(`lh/loan/submit answers ${String(reply?.code)}`)
    borrowed.set(String(reply.data?.id), {
      user: person.user,
      days: asked.days,
      units: unitsOf(asked.amount),
      time: Number(reply.data?.time),
      repaid: [],
    })
  }

  /** Repays the person's loan in part or in full, if there is one. */
  async function repay(client: SandboxClient, person: Customer, inFull = client.random() < 0.4): Promise<void> {
    const [id, loan] = lastOf(person) ?? []
    if (id === undefined || loan === undefined) return
    const { random, faults } = client
    const part: Record<string, string> = inFull
      ? {}
      : { amount: `${1 + random.int(60)}${random.pick(['', '.1', '.00000007'])}` }
    const quote = await client.post('lh/loan/repay_quote', { id, currency: 'USDT', ...part }, person)
    if (quote?.type !== 'ok') return
    const { amount, interest, principal } = quote.data as Record<'amount' | 'interest' | 'principal', string>
    const payProof = await client.proof('lh/loan/repayment', person)
    const reply = await client.post(
      'lh/loan/repayment',
      { mode: 'real', id, currency: 'USDT', amount, interest, principal, payProof },
      person,
    )
    if (reply === null || reply.type === 'ok') {
      if (reply !== null) loan.repaid.push(unitsOf(amount))
      return
    }
    // A day may begin, and the server may stop, between quote and repayment.
    if (!NO.includes(reply.code) && reply.code !== 'amountError' && reply.code !== 'wrongPayPassword')
      faults.push(`lh/loan/repayment answers ${String(reply.code)}`)
  }

  const repayPart = (client: SandboxClient, person: Customer) => repay(client, person, false)
  const repayAll = (client: SandboxClient, person: Customer) => repay(client, person, true)

  return {
    name: 'loans',
    operator: {
      loans: {
        currency: 'USDT',
        minimum: asMoney('1'),
        maximum: asMoney('400'),
        terms: [...TERMS.days],
        rate: written(TERMS.rate),
        fee: written(TERMS.fee),
        overdueRate: written(TERMS.overdue),
        leastRepayment: asMoney('1'),
      },
    },
    act: (client, person) =>
      client.deal(`loans of ${person.user}`, [borrow, repayPart, repayAll, borrow])(client, person),
    hurry: (client, person) => repay(client, person),
    inspect: (db, at) => inspectLoans(db, at, borrowed),
  }
}
