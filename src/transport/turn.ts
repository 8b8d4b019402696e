import type { CallResult } from '../core/result.ts'
import type { KeyStore } from './keyStore.ts'

/** `alone`: no other page sends this call now. `overtaken`: one has had it carried out while this one waited. */
export interface Turn {
  alone: boolean
  overtaken: boolean
}

export type InTurn = (call: string, signal: AbortSignal, work: (turn: Turn) => Promise<CallResult>) => Promise<CallResult>

export type Locks = Pick<LockManager, 'request'>

const PREFIX = 'placard.carried.'

/** Lets one page of a user at a time send a call, where the browser lets pages wait for each other. Rejects when the signal ends the wait. */
export function createTurns(store: KeyStore, user: () => string | null, locks: Locks | undefined): InTurn {
  const page = Math.random().toString(36).slice(2)
  let count = 0
  const read = (name: string): string | null => {
    try {
      return store.getItem(name)
    } catch {
      return null
    }
  }
  return async (call, signal, work) => {
    const name = `${PREFIX}${user() ?? ''}.${call}`
    const before = read(name)
    let began = false
    const inTurn = async (): Promise<CallResult> => {
      began = true
      const now = read(name)
      const result = await work({ alone: true, overtaken: now !== null && now !== before && !now.startsWith(`${page} `) })
      if (result.ok) mark(name)
      return result
    }
    try {
      if (locks) return await locks.request(name, { signal }, inTurn)
    } catch (error) {
      if (began || signal.aborted) throw error
      // A place in which the browser allows no locks.
    }
    return await work({ alone: false, overtaken: false })
  }

  function mark(name: string): void {
    try {
      store.setItem(name, `${page} ${++count}`)
    } catch {
      // Another page that waits sends what it has: with the same key if it is the same.
    }
  }
}
