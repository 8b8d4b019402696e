const MOST = 200

/** Ids that a page has announced; the oldest are dropped. */
function createIds() {
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

/** Announcements in toasts, until the page is left. */
export const createAnnounced = () => ({
  /** Ids of messages. */
  messages: createIds(),
  /** Ids of the records that these messages are about. */
  subjects: createIds(),
  /** Ids of records whose outcome a step of a screen has shown. */
  outcomes: createIds(),
})

export type Announced = ReturnType<typeof createAnnounced>
