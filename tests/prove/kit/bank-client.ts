import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'

type Mode = 'real' | 'demo'
type Kind = 'coin' | 'contract'

interface Reply {
  type: string
  code: string | number
  data: Record<string, unknown> | null
}

export interface Line {
  origin: string
  /** Tries that ended without an answer. */
  lost: number
  sent: number
}

/** Null when no answer came back: whether the server did it, nobody knows. */
export async function ask(line: Line, call: string, fields: Record<string, string>, { token, key, ip = '10.0.0.1' }: { token?: string; key?: string; ip?: string } = {}): Promise<Reply | null> {
  const payload = { ...fields, lang: 'en' }
  const type = token === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = { 'content-type': type, 'x-forwarded-for': ip, ...(token !== undefined && { authorization: token }), ...(key !== undefined && { 'idempotency-key': key }) }
  const body = token === undefined ? new URLSearchParams(payload).toString() : JSON.stringify(payload)
  line.sent += 1
  try {
    const response = await fetch(`${line.origin}/api/${call}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) })
    return (await response.json()) as Reply
  } catch {
    line.lost += 1
    return null
  }
}

/** A transfer as one client meant it, and what it knows of it in the end. */
export interface Submit {
  key: string
  user: string
  body: { mode: Mode; from: Kind; to: Kind; currency: 'USDT'; amount: string }
  done: boolean
  /** The record that an answer named; null when it was only told to be done. */
  id: string | null
}

export interface Bank {
  line: Line
  submits: Submit[]
  faults: string[]
  counts: Record<'refused' | 'resent' | 'doneUnheard' | 'asked' | 'voided' | 'otherBodyRefused' | 'lateRefused', number>
  /** How many more transfers are to be made. */
  left: number
}

const SCALE = 100_000_000n
const decimal = (units: bigint): string => `${units / SCALE}.${String(units % SCALE).padStart(8, '0')}`

/** One person with a phone on a bad line: every transfer is followed until it is certain what became of it. */
export class BankClient {
  /** What must be there: minor units. */
  readonly holds: Record<Mode, Record<Kind, bigint>> = { real: { coin: 1000n * SCALE, contract: 0n }, demo: { coin: 100_000n * SCALE, contract: 0n } }
  private mode: Mode = 'real'

  constructor(
    readonly user: string,
    readonly token: string,
    private readonly bank: Bank,
    private readonly dice: Random,
  ) {}

  async live(): Promise<void> {
    while (this.bank.left > 0 && this.bank.faults.length === 0) {
      if (this.dice() < 0.05) await this.switchBook()
      await this.transfer()
    }
  }

  /** Asks until there is an answer, as a reader who presses again. */
  private async surely(call: string, fields: Record<string, string>, key?: string): Promise<Reply> {
    for (;;) {
      const reply = await ask(this.bank.line, call, fields, { token: this.token, ...(key !== undefined && { key }) })
      if (reply) return reply
      await sleep(10 + this.dice.int(40))
    }
  }

  private async switchBook(): Promise<void> {
    this.mode = this.dice.pick(['real', 'demo'])
    const { type, code } = await this.surely('user/switch_account', { mode: this.mode })
    if (type !== 'ok') this.bank.faults.push(`${this.user} cannot switch: ${code}`)
  }

  private async transfer(): Promise<void> {
    const { dice, bank, mode } = this
    const from = dice.pick<Kind>(['coin', 'contract'])
    const held = this.holds[mode][from]
    // Now and then all of it, or more than there is.
    const units = dice() < 0.1 ? held + BigInt(dice.int(2)) : (held * BigInt(1 + dice.int(400))) / 1000n + 1n
    const body = { mode, from, to: from === 'coin' ? 'contract' : 'coin', currency: 'USDT', amount: decimal(units === 0n ? 1n : units) } as const
    const submit: Submit = { key: randomUUID(), user: this.user, body, done: false, id: null }
    bank.submits.push(submit)
    bank.left -= 1
    await this.follow(submit, units)
    if (submit.done) {
      this.holds[mode][from] -= units
      this.holds[mode][body.to] += units
      if (this.holds[mode][from] < 0n) bank.faults.push(`${this.user} paid more than there was: ${submit.key}`)
      if (dice() < 0.1) await this.otherBody(submit)
    } else if (dice() < 0.3) await this.late(submit)
  }

  /** Sends one to five times, at once or one by one, and then finds out. */
  private async follow(submit: Submit, units: bigint): Promise<void> {
    const { dice, bank } = this
    const times = dice.pick([1, 1, 1, 2, 3, 4, 5])
    const send = () => ask(bank.line, 'wallet/transfer', submit.body, { token: this.token, key: submit.key })
    const replies: (Reply | null)[] = dice() < 0.5 ? await Promise.all(Array.from({ length: times }, send)) : []
    while (replies.length < times) replies.push(await send())
    bank.counts.resent += times - 1
    if (!replies.some((reply) => reply !== null) && dice() < 0.5) {
      bank.counts.resent += 1
      replies.push(await this.surely('wallet/transfer', submit.body, submit.key))
    }
    for (const reply of replies) if (reply !== null) this.hear(submit, reply, units)
    // A refusal says nothing of the tries that are still on their way; the server is asked for the last word.
    if (submit.id !== null || (times === 1 && replies[0])) return
    bank.counts.asked += 1
    const { type, code, data } = await this.surely('wallet/outcome', { key: submit.key })
    if (type !== 'ok' || !data) return void bank.faults.push(`The outcome of ${submit.key} is not told: ${code}`)
    submit.done = data.done === true
    if (submit.done) bank.counts.doneUnheard += 1
    else bank.counts.voided += 1
  }

  private hear(submit: Submit, { type, code, data }: Reply, units: bigint): void {
    const { bank } = this
    if (type === 'ok' && data) {
      if (submit.id !== null && submit.id !== data.id) bank.faults.push(`${submit.key} was done as ${submit.id} and as ${String(data.id)}`)
      if (data.amount !== decimal(units === 0n ? 1n : units).replace(/\.?0+$/, '')) bank.faults.push(`${submit.key} moved ${String(data.amount)} instead of ${submit.body.amount}`)
      submit.id = String(data.id)
      submit.done = true
    } else if (code === 'insufficientBalance') bank.counts.refused += 1
    else bank.faults.push(`${submit.key} was answered ${type} ${code}`)
  }

  private async otherBody({ key, body }: Submit): Promise<void> {
    const { code } = await this.surely('wallet/transfer', { ...body, amount: `${body.amount.slice(0, -1)}${body.amount.endsWith('1') ? 2 : 1}` }, key)
    if (code === 'idempotencyKeyReused') this.bank.counts.otherBodyRefused += 1
    else this.bank.faults.push(`${key} came with another amount and was answered ${code}`)
  }

  /** What has been told not to have happened must not happen afterwards, if it has been asked about. */
  private async late({ key, body }: Submit): Promise<void> {
    await this.surely('wallet/outcome', { key })
    const { code } = await this.surely('wallet/transfer', body, key)
    if (code === 'idempotencyKeyReused') this.bank.counts.lateRefused += 1
    else this.bank.faults.push(`${key} was void, came late and was answered ${code}`)
  }
}
