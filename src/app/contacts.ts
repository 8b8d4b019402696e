import type { CallResult } from '../engine/language/result.ts'

/** A way to reach customer service. `url`: a route, or an https, mailto or tel address. */
export interface Contact {
  url: string
}

export interface Contacts {
  /** The first contact, if fetched. */
  first(): Contact | null
  /** Fetches it; null when there is none or the request fails. */
  fetch(): Promise<Contact | null>
}

/** Customer service: fetched once at the start, and again on use if missing. */
export function createContacts(load: () => Promise<CallResult>): Contacts {
  let known: Contact | null = null
  return {
    first: () => known,
    async fetch() {
      const result = await load()
      const rows = result.ok ? (result.data as { rows?: Contact[] } | null)?.rows : undefined
      known = rows?.[0] ?? known
      return known
    },
  }
}
