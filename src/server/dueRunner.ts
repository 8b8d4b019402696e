import { isConnectionError } from './storage/connectionErrors.ts'

/** Collects the items that failed in this run. They do not block the others, are reported at the end and retried in the next run. */
export class FailedItems {
  private readonly failures = new Map<string, unknown>()

  get size(): number {
    return this.failures.size
  }

  /** Does something, unless it has failed in this run before. Without the database nothing can be done for anybody. */
  async attempt(id: string, work: () => unknown): Promise<void> {
    if (this.failures.has(id)) return
    try {
      await work()
    } catch (error) {
      if (isConnectionError(error)) throw error
      this.failures.set(id, error)
    }
  }

  has = (id: string): boolean => this.failures.has(id)

  /** Throws when something is left. */
  throwIfAny(): void {
    const [first] = this.failures
    if (!first) return
    const [id, error] = first
    throw new Error(`${this.failures.size} of what was due could not be done, the first of them ${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const BATCH_SIZE = 200

/** Takes each step that is due, some rows at a time, until nothing is: what one step leaves may be due again. `due` answers with the first so many. */
export async function runDue<Row extends { id: string }>(findDue: (limit: number) => Promise<Row[]>, process: (row: Row) => unknown): Promise<void> {
  const failed = new FailedItems()
  for (;;) {
    const rows = (await findDue(BATCH_SIZE + failed.size)).filter(({ id }) => !failed.has(id))
    if (rows.length === 0) return failed.throwIfAny()
    for (const row of rows) await failed.attempt(row.id, () => process(row))
  }
}
