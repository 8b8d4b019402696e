import { randomUUID } from 'node:crypto'
import { PAY_PASSWORD } from '../../../support/server/flows/security.ts'
import type { Reply } from '../bank/bank-connection.ts'
import type { Customer } from '../bank/bank-people.ts'
import { deck, type Random } from '../random.ts'

/** The maximum advance of the clock in one request: Node.js waits five minutes for a reply, and the machine may be busy. */
const JUMP = 31 * 86_400

/** Weeks of settlements are one request, and the machine may be busy: only a dead server is silent for longer. */
const PATIENCE_MS = 600_000

/** Sends all requests to the server, and moves its clock. */
export class SandboxClient {
  readonly faults: string[] = []
  sent = 0
  private readonly decks = new Map<string, () => unknown>()

  constructor(
    public origin: string,
    readonly random: Random,
  ) {}

  private async send(path: string, init: RequestInit): Promise<unknown> {
    this.sent += 1
    try {
      return await (await fetch(this.origin + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })).json()
    } catch {
      return null
    }
  }

  /** Sends a read; null when the server was down before it answered. */
  async get(call: string, fields: Record<string, string>, { token }: Customer): Promise<Reply | null> {
    const query = new URLSearchParams({ ...fields, lang: 'en' })
    return (await this.send(`/api/${call}?${query}`, { headers: { authorization: token } })) as Reply | null
  }

  async post(call: string, fields: Record<string, string | number>, { token }: Customer): Promise<Reply | null> {
    const headers = { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() }
    return (await this.send(`/api/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...fields, lang: 'en' }),
    })) as Reply | null
  }

  /** A proof of the payment password for one call. */
  async proof(call: string, person: Customer): Promise<string> {
    const reply = await this.post('safe/pay_verify', { call, password: PAY_PASSWORD }, person)
    return String(reply?.data?.proof)
  }

  /** Advances the clock to a moment, and waits until the due work is done; false: the server was down before. */
  async until(unix: number): Promise<boolean> {
    // A restarted server continues at its last time, possibly without the work due by then: the next second executes it.
    for (let seconds = 1; ;) {
      const headers = { 'content-type': 'application/json' }
      const reply = (await this.send('/sandbox/advance', {
        method: 'POST',
        headers,
        body: JSON.stringify({ seconds }),
      })) as { time: number } | null
      if (reply === null) return false
      if (reply.time >= unix) return true
      seconds = Math.min(unix - reply.time, JUMP)
    }
  }

  /** The next item of a list that is dealt out under this name. */
  deal<T>(name: string, list: readonly T[]): T {
    let next = this.decks.get(name)
    if (!next) this.decks.set(name, (next = deck(this.random, list)))
    return next() as T
  }

  /** Switches to another process. */
  moved(origin: string): void {
    this.origin = origin
  }
}
