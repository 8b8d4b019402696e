import { randomUUID } from 'node:crypto'
import { PAY_PASSWORD } from '../../../support/server/flows/security.ts'
import { ask, type BankConnection, type Fields, type Reply } from '../bank/bank-connection.ts'
import type { Customer } from '../bank/bank-people.ts'
import { deck, type Random } from '../random.ts'

/** The maximum advance of the clock in one request: Node.js waits five minutes for a reply, and the machine may be busy. */
const JUMP = 31 * 86_400

/** Weeks of settlements are one request, and the machine may be busy: only a dead server is silent for longer. */
const PATIENCE_MS = 600_000

/** Sends all requests to the server, and moves its clock. */
export class SandboxClient {
  readonly faults: string[] = []
  private readonly connection: BankConnection
  private readonly decks = new Map<string, () => unknown>()

  constructor(
    origin: string,
    readonly random: Random,
  ) {
    this.connection = { origin, lost: 0, sent: 0, timeoutMs: PATIENCE_MS }
  }

  get sent(): number {
    return this.connection.sent
  }

  /** Sends a read; null when the server was down before it answered. */
  get(call: string, fields: Fields, { token }: Customer): Promise<Reply | null> {
    return ask(this.connection, call, fields, { token, method: 'GET' })
  }

  post(call: string, fields: Fields, { token }: Customer): Promise<Reply | null> {
    return ask(this.connection, call, fields, { token, key: randomUUID() })
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
      const reply = await fetch(`${this.connection.origin}/sandbox/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seconds }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).then(
        async (response) => (await response.json()) as { time: number },
        () => null,
      )
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
    this.connection.origin = origin
  }
}
