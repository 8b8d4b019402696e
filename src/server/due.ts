import { isOut } from './storage/outage.ts'

/** What could not be done in one run of a job. It keeps nobody else waiting, is told of when the run is over, and is tried again with the next one. */
export class Undone {
  private readonly failures = new Map<string, unknown>()

  get size(): number {
    return this.failures.size
  }

  /** Does something, unless it has failed in this run before. Without the database nothing can be done for anybody. */
  async try(id: string, work: () => unknown): Promise<void> {
    if (this.failures.has(id)) return
    try {
      await work()
    } catch (error) {
      if (isOut(error)) throw error
      this.failures.set(id, error)
    }
  }

  has = (id: string): boolean => this.failures.has(id)

  /** Throws when something is left. */
  tell(): void {
    const [first] = this.failures
    if (!first) return
    const [id, error] = first
    throw new Error(`${this.failures.size} of what was due could not be done, the first of them ${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const BATCH = 200

/** Takes each step that is due, some rows at a time, until nothing is: what one step leaves may be due again. `due` answers with the first so many. */
export async function eachDue<Row extends { id: string }>(due: (limit: number) => Promise<Row[]>, take: (row: Row) => unknown): Promise<void> {
  const undone = new Undone()
  for (;;) {
    const rows = (await due(BATCH + undone.size)).filter(({ id }) => !undone.has(id))
    if (rows.length === 0) return undone.tell()
    for (const row of rows) await undone.try(row.id, () => take(row))
  }
}
