import { canonicalJson } from '../../language/values/canonicalJson.ts'
import type { Payload } from '../../language/result.ts'
import { KEY_PREFIX, type KeyStore } from './keyStore.ts'
import { report } from '../../language/report.ts'

/** One attempt of a submit. */
export interface Attempt {
  key: string
  /** Every earlier attempt of this submit has a definite reply: a refusal of this one is final. */
  isFirstAttempt: boolean
  /** The attempt has ended: with a definite reply the submit is removed, else retained. */
  settle(definite: boolean): void
}

/** A submit with an unknown outcome. */
export interface UnresolvedPayment {
  key: string
  call: string
  /** Sent by this page, whose user has seen that the reply is missing. */
  startedByThisPage: boolean
  /** Its outcome is earlier, or is not this user's: the same submit would be a new one. */
  forget(): void
}

export interface Outbox {
  /** The key of this submit: that of an earlier attempt without a definite reply, else a new one, stored before this returns. */
  start(call: string, payload: Payload): Attempt
  /** Name of a submit: the same call with the same payload, of this user. */
  nameOf(call: string, payload: Payload): string
  /** Whether an earlier attempt of this same submit has no definite reply. */
  isRetry(call: string, payload: Payload): boolean
  /**
   * The user's unresolved payments. Left out: those in flight in this tab, and those of other tabs younger than the maximum duration of a
   * call. `exclusiveCall` names a call whose lock this tab has, so that none of it is in flight elsewhere.
   */
  unresolved(exclusiveCall?: string): UnresolvedPayment[]
  /** Forgets a name that another page has removed from the store. Returns whether this page had sent that payment. */
  forgetRemoved(name: string): boolean
  /** Milliseconds until there may be more of them; null for never. */
  nextUnresolvedIn(): number | null
}

export interface OutboxOptions {
  /** The user of these submits. */
  user?: () => string | null
  /** Identifies this tab over a reload: its earlier submits are no longer in flight. */
  tab?: string
  /** How long another tab may wait for a reply. */
  timeoutMs?: number
  now?: () => number
}

/** A submit repeated after this long is a new one. */
const KEY_TTL_MS = 24 * 3600 * 1000
const CLOCK_MARGIN_MS = 5_000
/** Typed secrets do not identify a submit, and even their hash must not be stored on the device. */
const SECRET = /password|passwd|pwd|secret|proof$|pin$/i

interface Entry {
  key: string
  at: number
  tab: string
}

/** Creates the outbox of one tab on a store that several tabs may share. Where the store throws, keys are in memory only. */
export function createOutbox(
  store: KeyStore,
  { user = () => null, tab = '', timeoutMs = 0, now = Date.now }: OutboxOptions = {},
): Outbox {
  // A full or blocked store must not stop a payment; the copy in memory still covers a retry from the same page.
  const memory = new Map<string, string>()
  /** Attempts in flight, by slot. */
  const inFlight = new Map<string, number>()
  const own = () => `${KEY_PREFIX}${user() ?? ''}.`
  const slotOf = (call: string, payload: Payload) => `${own()}${call}.${hash(canonicalJson(identityOf(payload)))}`

  function read(slot: string): Entry | null {
    let text = memory.get(slot) ?? null
    try {
      text ??= store.getItem(slot)
    } catch {
      return null
    }
    const [key, at, of = ''] = text?.split(' ') ?? []
    return key && now() - Number(at) < KEY_TTL_MS ? { key, at: Number(at), tab: of } : null
  }

  function write(slot: string, { key, at, tab: of }: Entry): void {
    const text = `${key} ${at} ${of}`
    memory.set(slot, text)
    try {
      store.setItem(slot, text)
    } catch (error) {
      // in memory only
      report(error, 'write the outbox')
    }
  }

  function forget(slot: string): void {
    memory.delete(slot)
    try {
      store.removeItem(slot)
    } catch (error) {
      // never stored
      report(error, 'remove from the outbox')
    }
  }

  function stored(): readonly string[] {
    try {
      return store.keys()
    } catch {
      return []
    }
  }

  /** Open submits, each with the milliseconds until it can no longer be in flight. */
  function open(): { slot: string; entry: Entry; pendingMs: number }[] {
    const slots = new Set(
      [...memory.keys(), ...stored()].filter((slot) => slot.startsWith(own()) && !inFlight.has(slot)),
    )
    return [...slots].flatMap((slot) => {
      const entry = read(slot)
      if (!entry) {
        forget(slot)
        return []
      }
      return [
        { slot, entry, pendingMs: entry.tab === tab ? 0 : Math.max(0, entry.at + timeoutMs + CLOCK_MARGIN_MS - now()) },
      ]
    })
  }

  return {
    start(call, payload) {
      const slot = slotOf(call, payload)
      const earlier = read(slot)
      const key = earlier?.key ?? uuid()
      write(slot, { key, at: now(), tab })
      inFlight.set(slot, (inFlight.get(slot) ?? 0) + 1)
      let settled = false
      return {
        key,
        isFirstAttempt: earlier === null,
        settle(definite) {
          if (settled) return
          settled = true
          const others = (inFlight.get(slot) ?? 1) - 1
          if (others > 0) inFlight.set(slot, others)
          else inFlight.delete(slot)
          if (definite && read(slot)?.key === key) forget(slot)
        },
      }
    },
    nameOf: slotOf,
    isRetry: (call, payload) => read(slotOf(call, payload)) !== null,
    unresolved: (exclusiveCall) =>
      open()
        .map(({ slot, entry, pendingMs }) => ({
          pendingMs,
          key: entry.key,
          call: slot.slice(own().length, slot.lastIndexOf('.')),
          startedByThisPage: memory.has(slot),
          forget: () => forget(slot),
        }))
        .filter(({ pendingMs, call }) => pendingMs === 0 || call === exclusiveCall),
    forgetRemoved: (name) => !inFlight.has(name) && memory.delete(name),
    nextUnresolvedIn: () =>
      open().reduce<number | null>(
        (soonest, { pendingMs }) => (pendingMs === 0 ? soonest : Math.min(soonest ?? pendingMs, pendingMs)),
        null,
      ),
  }
}

/** The payload as it identifies a submit: files by their metadata, secrets left out. */
function identityOf(value: unknown): unknown {
  if (value instanceof File) return ['file', value.name, value.size, value.type, value.lastModified]
  if (Array.isArray(value)) return value.map(identityOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => (SECRET.test(name) ? [] : [[name, identityOf(item)]])),
  )
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
