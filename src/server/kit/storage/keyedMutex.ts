import { metrics } from '../observability/metrics.ts'

/** Per database: the promise of the last queued caller of each key. */
const tails = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * FIFO mutex over a set of keys, per process. Waiting callers use no database connection.
 */
export async function withKeyedMutex<R>(database: object, keys: readonly string[], work: () => Promise<R>): Promise<R> {
  const tailByKey = tails.get(database) ?? new Map<string, Promise<void>>()
  tails.set(database, tailByKey)
  const predecessors = keys.flatMap((name) => tailByKey.get(name) ?? [])
  let release = (): void => undefined
  const tail = new Promise<void>((resolve) => {
    release = resolve
  })
  // All keys are queued at once, so that callers cannot deadlock.
  for (const name of keys) tailByKey.set(name, tail)
  if (predecessors.length > 0) {
    metrics.lockWaiting.inc()
    const end = metrics.lockSeconds.startTimer()
    await Promise.all(predecessors)
    end()
    metrics.lockWaiting.dec()
  }
  try {
    return await work()
  } finally {
    for (const name of keys) if (tailByKey.get(name) === tail) tailByKey.delete(name)
    release()
  }
}
