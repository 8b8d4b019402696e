import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../bank/bank-connection.ts'
import type { Random } from '../random.ts'
import { CALLS, KINDS, nextOrder, REFUSED, type Body, type Kind } from './orders.ts'
import type { Trader } from './people.ts'

export interface Submit {
  key: string
  kind: Kind
  user: string
  done: boolean
  /** Id of the order from the reply. */
  id: string | null
}

export interface TradingFloor {
  origin: string
  submits: Submit[]
  faults: string[]
  /** Orders still to submit. */
  remaining: number
  counts: Record<
    'sent' | 'repeated' | 'delayed' | 'dropped' | 'unanswered' | 'doneUnacknowledged' | 'voided' | 'refused',
    number
  >
}

/** Time after which a request is aborted; some are aborted before they are sent. */
const DROPPED_MS = 6
const DELAY_MS = 250
/** Timeout of the others, which only a hang reaches: a lost reply ends its connection. */
const ANSWER_MS = 120_000

/** A user on an unreliable connection with repeated presses. Each order is followed until its outcome is certain. */
export class Client {
  private positions: string[] = []

  constructor(
    private readonly person: Trader,
    private readonly floor: TradingFloor,
    private readonly random: Random,
  ) {}

  async live(): Promise<void> {
    const { floor, random } = this
    try {
      while (floor.remaining > 0 && floor.faults.length === 0) {
        const kind = random.pick(KINDS)
        const body = await nextOrder(kind, this.surely, random, this.positions)
        if (!body) continue
        floor.remaining -= 1
        await this.submit(kind, body)
      }
    } catch (error) {
      floor.faults.push(`${this.person.user}: ${String(error)}`)
    }
  }

  private async send(
    method: 'GET' | 'POST',
    call: string,
    fields: Body,
    { key, within = ANSWER_MS }: { key?: string; within?: number } = {},
  ): Promise<Reply | null> {
    const { floor, person } = this
    const all = { ...fields, lang: 'en' }
    const query =
      method === 'GET'
        ? `?${new URLSearchParams(Object.entries(all).map(([name, value]): [string, string] => [name, value])).toString()}`
        : ''
    const headers = {
      authorization: person.token,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    floor.counts.sent += 1
    try {
      const response = await fetch(`${floor.origin}/api/${call}${query}`, {
        method,
        headers,
        signal: AbortSignal.timeout(within),
        ...(method === 'POST' && { body: JSON.stringify(all) }),
      })
      return (await response.json()) as Reply
    } catch {
      floor.counts.unanswered += 1
      return null
    }
  }

  /** Queries until there is a reply. */
  private readonly surely = async (method: 'GET' | 'POST', call: string, fields: Body): Promise<Reply> => {
    for (;;) {
      const reply = await this.send(method, call, fields)
      if (reply) return reply
      await sleep(5 + this.random.int(20))
    }
  }

  /** Sends an order one to five times with one key: in parallel, late, or aborted. */
  private async submit(kind: Kind, body: Body): Promise<void> {
    const { floor, random, person } = this
    const submit: Submit = { key: randomUUID(), kind, user: person.user, done: false, id: null }
    floor.submits.push(submit)
    const times = random.pick([1, 1, 2, 2, 3, 5])
    floor.counts.repeated += times - 1
    const replies = await Promise.all(
      Array.from({ length: times }, async () => {
        const [late, given] = [random() < 0.3, random() < 0.2]
        if (late) {
          floor.counts.delayed += 1
          await sleep(random.int(DELAY_MS))
        }
        if (given) floor.counts.dropped += 1
        return await this.send('POST', CALLS[kind], body, {
          key: submit.key,
          ...(given && { within: random.int(DROPPED_MS) }),
        })
      }),
    )
    for (const reply of replies) if (reply) this.recordReply(submit, reply)
    // The server decides the outcome of orders without a reply, or with a refusal that another attempt may have followed.
    if (submit.id === null && (times > 1 || !replies[0])) await this.askOutcome(submit)
    if (submit.done && kind === 'open' && submit.id !== null) this.positions.push(submit.id)
    if (kind === 'close') this.positions = this.positions.filter((id) => id !== body.id)
  }

  private recordReply(submit: Submit, { type, code, data }: Reply): void {
    const { floor } = this
    if (type === 'ok' && typeof data?.id === 'string') {
      if (submit.id !== null && submit.id !== data.id)
        floor.faults.push(`${submit.kind} ${submit.key} was done as ${submit.id} and as ${data.id}`)
      submit.id = data.id
      submit.done = true
    } else if (REFUSED.includes(String(code))) floor.counts.refused += 1
    else floor.faults.push(`${submit.kind} ${submit.key} was answered ${type} ${code}`)
  }

  private async askOutcome(submit: Submit): Promise<void> {
    const { counts, faults } = this.floor
    const { type, code, data } = await this.surely('POST', 'wallet/outcome', { key: submit.key })
    if (type !== 'ok' || !data) return void faults.push(`The outcome of ${submit.key} is not available: ${code}`)
    submit.done = data.done === true
    counts[submit.done ? 'doneUnacknowledged' : 'voided'] += 1
  }
}
