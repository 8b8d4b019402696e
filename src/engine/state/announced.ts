const MOST = 200

/** Ids of messages that were shown in a toast, and of records whose outcome was. Kept until the page is left. */
const announced = new Set<string>()

export function markAnnounced(id: string): void {
  announced.add(id)
  const [oldest] = announced
  if (announced.size > MOST && oldest !== undefined) announced.delete(oldest)
}

export const isAnnounced = (id: string): boolean => announced.has(id)
