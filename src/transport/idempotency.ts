import type { Payload } from '../core/result.ts'

/** Where keys outlive a reload: localStorage fits. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface Keys {
  /** The key of this submit: the one an earlier try without a definite answer used, else a fresh one, stored before this returns. */
  keyFor(call: string, payload: Payload): string
  /** A definite answer arrived: the same submit would be another one. */
  settle(call: string, payload: Payload): void
}

const PREFIX = 'placard.submit.'
/** A submit found again after this long is meant anew. */
const LIFETIME_MS = 24 * 3600 * 1000
/** Typed secrets do not say which submit it is, and even a hash of one may not lie on the device. */
const SECRET = /password|passwd|pwd|secret|pin$/i

export function createKeys(store: KeyStore, now: () => number = Date.now): Keys {
  // A full or forbidden store must not stop a payment; the copy in memory still covers a retry from the same page.
  const memory = new Map<string, string>()

  function read(slot: string): string | null {
    let text = memory.get(slot) ?? null
    try {
      text ??= store.getItem(slot)
    } catch {
      return null
    }
    const [key, at] = text?.split(' ') ?? []
    return key && now() - Number(at) < LIFETIME_MS ? key : null
  }

  return {
    keyFor(call, payload) {
      const slot = slotOf(call, payload)
      const known = read(slot)
      if (known) return known
      const key = uuid()
      const entry = `${key} ${now()}`
      memory.set(slot, entry)
      try {
        store.setItem(slot, entry)
      } catch {
        // kept in memory
      }
      return key
    },
    settle(call, payload) {
      const slot = slotOf(call, payload)
      memory.delete(slot)
      try {
        store.removeItem(slot)
      } catch {
        // never stored
      }
    },
  }
}

function slotOf(call: string, payload: Payload): string {
  return `${PREFIX}${call}.${hash(canonical(payload))}`
}

/** Equal payloads have equal texts, whatever the order of their fields. */
function canonical(value: unknown): string {
  if (value instanceof File) return JSON.stringify(['file', value.name, value.size, value.type, value.lastModified])
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([name, v]) => v !== undefined && !SECRET.test(name))
    return `{${entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, v]) => `${JSON.stringify(name)}:${canonical(v)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** 53 bits (cyrb53). A collision makes the server refuse a key with another body: safe, and rare. crypto.subtle is missing on plain http. */
function hash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** crypto.randomUUID exists only on https and localhost; a phone on the local network has getRandomValues alone. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
