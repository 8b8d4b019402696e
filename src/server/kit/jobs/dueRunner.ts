import { isConnectionError } from '../storage/connectionErrors.ts'

/** Collects the items that failed in this run. They do not block the others, are reported at the end and retried in the next run. */
export class FailedItems {
  private readonly failures = new Map<string, unknown>()

  get size(): number {
    return this.failures.size
  }

  /** Runs `work` unless `id` has failed in this run. Rethrows connection errors, which affect every item. */
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

  /** Throws an error with the number of failed items and the first cause. */
  throwIfAny(): void {
    const [first] = this.failures
    if (!first) return
    const [id, error] = first
    throw new Error(
      `${this.failures.size} of what was due could not be done, the first of them ${id}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

const BATCH_SIZE = 200

/** Processes due rows in batches until none is due; processing a row may make it due again. `findDue` returns the first `limit` rows. */
export async function runDue<Row extends { id: string }>(
  findDue: (limit: number) => Promise<Row[]>,
  process: (row: Row) => unknown,
): Promise<void> {
  const failed = new FailedItems()
  for (;;) {
    const rows = (await findDue(BATCH_SIZE + failed.size)).filter(({ id }) => !failed.has(id))
    if (rows.length === 0) return failed.throwIfAny()
    for (const row of rows) await failed.attempt(row.id, () => process(row))
  }
}
