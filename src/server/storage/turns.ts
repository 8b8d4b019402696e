/** Of each database that this process has open: when the last one who came for something will have done with it. */
const ends = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Does something when all in this process who came before it for any of the same names have done, in the order of their coming. Who waits here
 * holds nothing that others need: of one user's many calls only one has a connection.
 */
export async function inTurn<R>(database: object, names: readonly string[], work: () => Promise<R>): Promise<R> {
  const last = ends.get(database) ?? new Map<string, Promise<void>>()
  ends.set(database, last)
  const before = names.flatMap((name) => last.get(name) ?? [])
  let done = (): void => undefined
  const end = new Promise<void>((resolve) => {
    done = resolve
  })
  // In all lines at once, so that no two can wait for each other.
  for (const name of names) last.set(name, end)
  await Promise.all(before)
  try {
    return await work()
  } finally {
    for (const name of names) if (last.get(name) === end) last.delete(name)
    done()
  }
}
