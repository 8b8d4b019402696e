import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD, PAY_PASSWORD } from '../../../support/server/flows/security.ts'
import { png } from '../../../support/server/png.ts'
import { ask, upload, type BankConnection, type Fields, type Reply } from './bank-connection.ts'
import { nextOrder } from './bank-orders.ts'
import type { Customer } from './bank-people.ts'
import {
  nextPosting,
  POSTINGS,
  type KINDS,
  unitsOf,
  type Mode,
  type AccountName,
  type Posting,
  type PostingContext,
} from './bank-postings.ts'
import type { Random } from '../random.ts'

/** A posting as requested, and its known outcome. */
export interface Submit extends Posting {
  key: string
  user: string
  done: boolean
  /** Id of the record from the reply; null if only the outcome is known. */
  id: string | null
}

export interface Bank {
  kinds: keyof typeof KINDS
  connection: BankConnection
  submits: Submit[]
  faults: string[]
  counts: Record<
    | 'refused'
    | 'resent'
    | 'delayed'
    | 'dropped'
    | 'doneUnacknowledged'
    | 'asked'
    | 'voided'
    | 'otherBodyRefused'
    | 'otherKeyRefused'
    | 'lateRefused',
    number
  >
  /** Postings still to send. */
  remaining: number
  /** Counter that makes every picture unique. */
  pictures: number
}

/** Amounts that a reply repeats as requested. */
const AMOUNTS = ['amount', 'fee', 'net', 'pay', 'receive']
/** Longest delay of an attempt. */
const DELAY_MS = 60
/** Time after which a dropped attempt is aborted; some are before they are sent. */
const DROPPED_MS = 6
/** Reuse time of a payment proof, below its life time. */
const PROOF_MS = 60_000
/** Time of both reviews of a withdrawal, including the job's interval. */
const WITHDRAWAL_MS = 3_000

/** A user on an unreliable connection. Each posting is retried or queried until its outcome is certain. */
export class BankClient implements PostingContext {
  /** Expected balances after all reviews, in minor units. */
  readonly balances = new Map<AccountName, bigint>([
    ['real coin USDT', unitsOf('1000')],
    ['demo coin USDT', unitsOf('100000')],
  ])
  mode: Mode = 'real'
  positions: string[] = []
  private proof: { text: string; requestedAt: number } | null = null
  private withdrew = -WITHDRAWAL_MS

  constructor(
    readonly person: Customer,
    private readonly bank: Bank,
    readonly random: Random,
  ) {}

  async live(): Promise<void> {
    const { bank, random } = this
    try {
      while (bank.remaining > 0 && bank.faults.length === 0) {
        if (bank.kinds === 'bank' && random() < 0.05) await this.switchMode()
        const posting = bank.kinds === 'bank' ? await nextPosting(this) : await nextOrder(this)
        if (!posting) continue
        bank.remaining -= 1
        await this.post(posting)
      }
    } catch (error) {
      bank.faults.push(`${this.person.user}: ${String(error)}`)
    }
  }

  get payee(): string {
    return this.person.payee
  }

  readonly balanceOf = (place: AccountName): bigint => this.balances.get(place) ?? 0n

  readonly surely = (call: string, fields: Fields, key?: string, method: 'GET' | 'POST' = 'POST'): Promise<Reply> =>
    this.answered(() =>
      ask(this.bank.connection, call, fields, { token: this.person.token, method, ...(key !== undefined && { key }) }),
    )

  readonly picture = async (): Promise<string> => {
    const picture = png((this.bank.pictures += 1))
    const { data, code } = await this.answered(() => upload(this.bank.connection, picture, this.person))
    if (typeof data?.id !== 'string') throw new Error(`No picture: ${code}`)
    return data.id
  }

  /** Reuses the proof of a refused withdrawal, or requests another. */
  readonly payProof = async (): Promise<string> => {
    if (this.proof && performance.now() - this.proof.requestedAt < PROOF_MS) return this.proof.text
    const requestedAt = performance.now()
    const { data, code } = await this.surely('safe/pay_verify', {
      call: POSTINGS.withdrawal.call,
      password: PAY_PASSWORD,
    })
    if (typeof data?.proof !== 'string') throw new Error(`No proof of the payment password: ${code}`)
    this.proof = { text: data.proof, requestedAt }
    return data.proof
  }

  readonly stepUpProof = async (): Promise<string> => {
    const request = { call: POSTINGS.withdrawal.call, value: this.payee, password: PASSWORD }
    const { data, code } = await this.surely('safe/step_up', request)
    if (code === 'illegalOperation') return ''
    if (typeof data?.proof !== 'string') throw new Error(`No step-up proof: ${code}`)
    return data.proof
  }

  isWithdrawing(): boolean {
    return performance.now() - this.withdrew < WITHDRAWAL_MS
  }

  /** Sends a call until it is answered, like a user with retries. */
  private async answered(send: () => Promise<Reply | null>): Promise<Reply> {
    for (;;) {
      const reply = await send()
      if (reply) return reply
      await sleep(20 + this.random.int(80))
    }
  }

  private async switchMode(): Promise<void> {
    this.mode = this.random.pick(['real', 'real', 'demo'])
    const { type, code } = await this.surely('user/switch_account', { mode: this.mode })
    if (type !== 'ok') this.bank.faults.push(`${this.person.user} cannot switch: ${code}`)
  }

  private async post(posting: Posting): Promise<void> {
    const { random, bank } = this
    const submit: Submit = { ...posting, key: randomUUID(), user: this.person.user, done: false, id: null }
    bank.submits.push(submit)
    await this.follow(submit)
    if (submit.kind === 'withdrawal') this.withdrew = performance.now()
    if (submit.done) {
      this.settle(submit)
      // Until each has been seen once, and then now and then.
      const { otherBodyRefused, otherKeyRefused } = bank.counts
      if (random() < 0.1 || otherBodyRefused === 0) await this.otherBody(submit)
      if (random() < 0.1 || otherKeyRefused === 0) await this.otherKey(submit)
    } else if (random() < 0.5 || bank.counts.lateRefused === 0) await this.late(submit)
  }

  private settle({ kind, key, id, body, changes }: Submit): void {
    for (const [place, change] of changes) {
      const balanceAfter = this.balanceOf(place) + change
      this.balances.set(place, balanceAfter)
      if (balanceAfter < 0n) this.bank.faults.push(`${this.person.user} paid more than there was: ${key}`)
    }
    if (kind === 'withdrawal') this.proof = null
    if (kind === 'open' && id !== null) this.positions.push(id)
    if (kind === 'close') this.positions = this.positions.filter((position) => position !== body.id)
  }

  /** Sends a posting one to five times, in parallel or in sequence, some late and some aborted, then resolves its outcome. */
  private async follow(submit: Submit): Promise<void> {
    const { random, bank } = this
    const { call } = POSTINGS[submit.kind]
    const times = random.pick([1, 1, 1, 2, 3, 4, 5])
    const send = async () => {
      const [isLate, isDropped] = [random() < 0.3, random() < 0.2]
      if (isLate) {
        bank.counts.delayed += 1
        await sleep(random.int(DELAY_MS))
      }
      if (isDropped) bank.counts.dropped += 1
      const withinMs = isDropped ? random.int(DROPPED_MS) : undefined
      return ask(bank.connection, call, submit.body, {
        token: this.person.token,
        key: submit.key,
        ...(withinMs !== undefined && { withinMs }),
      })
    }
    const replies: (Reply | null)[] = random() < 0.5 ? await Promise.all(Array.from({ length: times }, send)) : []
    while (replies.length < times) replies.push(await send())
    bank.counts.resent += times - 1
    if (!replies.some((reply) => reply !== null) && random() < 0.5) {
      bank.counts.resent += 1
      replies.push(await this.surely(call, submit.body, submit.key))
    }
    for (const reply of replies) if (reply !== null) this.recordReply(submit, reply)
    // A refusal does not cover attempts in flight, so the outcome is queried.
    if (submit.id !== null || (times === 1 && replies[0])) return
    bank.counts.asked += 1
    const { type, code, data } = await this.surely('wallet/outcome', { key: submit.key })
    if (type !== 'ok' || !data) return void bank.faults.push(`The outcome of ${submit.key} is not available: ${code}`)
    submit.done = data.done === true
    if (submit.done) bank.counts.doneUnacknowledged += 1
    else bank.counts.voided += 1
  }

  private recordReply(submit: Submit, { type, code, data }: Reply): void {
    const { bank } = this
    const { key, kind, body } = submit
    const refusals: readonly string[] = POSTINGS[kind].refused
    if (type === 'ok' && data) {
      if (submit.id !== null && submit.id !== data.id)
        bank.faults.push(`${key} was done as ${submit.id} and as ${String(data.id)}`)
      const other = AMOUNTS.find((field) => body[field] !== undefined && body[field] !== data[field])
      if (other !== undefined && POSTINGS[kind].amount !== null)
        bank.faults.push(`The ${other} of ${kind} ${key} was ${String(data[other])} instead of ${body[other]}`)
      submit.id = String(data.id)
      submit.done = true
    } else if (refusals.includes(String(code))) bank.counts.refused += 1
    else bank.faults.push(`${kind} ${key} was answered ${type} ${code}`)
  }

  private async otherBody({ kind, key, body }: Submit): Promise<void> {
    const { call, amount } = POSTINGS[kind]
    if (amount === null) return
    const text = String(body[amount])
    const { code } = await this.surely(
      call,
      { ...body, [amount]: `${text.slice(0, -1)}${text.endsWith('1') ? 2 : 1}` },
      key,
    )
    if (code === 'idempotencyKeyReused') this.bank.counts.otherBodyRefused += 1
    else this.bank.faults.push(`${kind} ${key} came with another amount and was answered ${code}`)
  }

  /** A quote, a picture and a proof are each valid for one posting, with any key. */
  private async otherKey({ kind, key, body, changes }: Submit): Promise<void> {
    const { call, again } = POSTINGS[kind]
    // The picture of a refused deposit can be sent again.
    if (again === null || changes.length === 0) return
    const { code } = await this.surely(call, body, randomUUID())
    if (code === again) this.bank.counts.otherKeyRefused += 1
    else this.bank.faults.push(`${kind} ${key} came with another key and was answered ${code}`)
  }

  /** A call reported as not executed must never be executed afterwards. */
  private async late({ kind, key, body }: Submit): Promise<void> {
    await this.surely('wallet/outcome', { key })
    const { code } = await this.surely(POSTINGS[kind].call, body, key)
    if (code === 'idempotencyKeyReused') this.bank.counts.lateRefused += 1
    else this.bank.faults.push(`${kind} ${key} was void, came late and was answered ${code}`)
  }
}
