import type { CallResult } from '../core/result.ts'
import type { Contact } from '../generated/entities.ts'

export interface Contacts {
  /** The first contact if it is known. */
  first(): Contact | null
  /** Asks the server; null when there is none or it cannot be had. */
  fetch(): Promise<Contact | null>
}

/** Customer service: asked for once at the start, and again when somebody needs it and it is not there. */
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
