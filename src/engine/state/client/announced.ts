const MOST = 200

/** Ids of messages that were shown in a toast, and of records whose outcome was. Kept until the page is left. */
export function createAnnounced() {
  const ids = new Set<string>()
  return {
    has: (id: string): boolean => ids.has(id),
    add(id: string): void {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > MOST && oldest !== undefined) ids.delete(oldest)
    },
  }
}

export type Announced = ReturnType<typeof createAnnounced>
