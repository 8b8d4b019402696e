import { setImmediate } from 'node:timers'

/** Transactions of one commit at most. */
const GROUP_SIZE = 32

/** The connection that writes. Errors are those of SQLite. */
export interface Writer {
  /** Runs a statement; waits for the lock of another program without blocking the process. */
  runWhenUnlocked(sql: string): Promise<void>
  run(sql: string): void
  isTransaction(): boolean
}

/** Transactions that share one transaction of SQLite. */
interface Group {
  /** Those that have ended and wait for the commit. */
  ended: { resolve: () => void; reject: (error: unknown) => void }[]
  /** It takes no further transaction. */
  isDue: boolean
  /** The error by which SQLite has lost all changes of the group. */
  failure: unknown
}

/**
 * Turns on the connection that writes, first come, first served, with group commit. Transactions that are ready in the same turn of the event
 * loop run one after the other, each in a savepoint of one transaction of SQLite, whose commit makes them durable before any of them
 * resolves. One that fails is rolled back alone; a commit that fails is the error of them all.
 */
export class GroupCommit {
  readonly #writer: Writer
  readonly #waiting: { joins: boolean; grant: () => void }[] = []
  #isTaken = false
  #group: Group | null = null

  constructor(writer: Writer) {
    this.#writer = writer
  }

  /** Begins a turn outside of a transaction. */
  async enter(): Promise<void> {
    await this.#turn(false)
  }

  /** Ends a turn outside of a transaction. */
  leave(): void {
    this.#pass()
  }

  /** Begins a turn with a transaction. */
  async begin(): Promise<void> {
    await this.#turn(true)
    try {
      if (!this.#group) {
        // The lock is awaited before anything is read: a transaction that has read cannot wait, since its snapshot may be out of date.
        await this.#writer.runWhenUnlocked('BEGIN IMMEDIATE')
        const group: Group = (this.#group = { ended: [], isDue: false, failure: null })
        setImmediate(() => this.#close(group))
      }
      this.#writer.run('SAVEPOINT member')
    } catch (error) {
      this.failed(error)
      this.#pass()
      throw error
    }
  }

  /** Ends the turn and keeps the changes. Resolves when they are durable. */
  async commit(): Promise<void> {
    await this.#end('RELEASE member')
  }

  /** Ends the turn and undoes the changes. Resolves when those that it may have read are durable. */
  async rollback(): Promise<void> {
    await this.#end('ROLLBACK TO member', 'RELEASE member')
  }

  /** Throws if SQLite has lost the open transaction: a statement would be committed at once. */
  check(): void {
    if (this.#group?.failure) throw this.#group.failure
  }

  /** Notes the error of a statement. After some, such as a full disk, SQLite itself has rolled back the transaction of the group. */
  failed(error: unknown): void {
    if (this.#group && !this.#writer.isTransaction()) this.#group.failure ??= error
  }

  async #end(...statements: readonly string[]): Promise<void> {
    const group = this.#group
    if (!group) throw new Error('No transaction is open')
    try {
      for (const statement of group.failure ? [] : statements) this.#writer.run(statement)
    } catch (error) {
      group.failure = error
    }
    await new Promise<void>((resolve, reject) => {
      group.ended.push({ resolve, reject })
      this.#pass()
    })
  }

  async #turn(joins: boolean): Promise<void> {
    await new Promise<void>((grant) => {
      this.#waiting.push({ joins, grant })
      if (!this.#isTaken) this.#pass()
    })
  }

  /** Gives the turn to the next that may have it. */
  #pass(): void {
    this.#isTaken = false
    if (this.#group?.isDue || this.#group?.failure) this.#settle(this.#group)
    const [next] = this.#waiting
    if (!next || (this.#group && !(next.joins && this.#group.ended.length < GROUP_SIZE))) return
    this.#waiting.shift()
    this.#isTaken = true
    next.grant()
  }

  /** Commits the group now, or when the open transaction of it ends. */
  #close(group: Group): void {
    if (group !== this.#group) return
    group.isDue = true
    if (!this.#isTaken) this.#pass()
  }

  #settle({ ended, failure }: Group): void {
    this.#group = null
    try {
      if (failure) throw failure
      this.#writer.run('COMMIT')
    } catch (error) {
      if (this.#writer.isTransaction()) this.#writer.run('ROLLBACK')
      for (const { reject } of ended) reject(error)
      return
    }
    for (const { resolve } of ended) resolve()
  }
}
