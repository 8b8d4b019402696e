import type { CallResult } from '../core/result.ts'
import { withAbort } from './withAbort.ts'
import type { SharedStore } from './sharedStore.ts'

/** `alone`: no other page sends this call now. `overtaken`: another page had it executed after this one's request. */
export interface Turn {
  alone: boolean
  overtaken: boolean
}

/** `since`: the time of the user's request, Unix milliseconds; the sending code may have been loaded later. */
export type Locked = (call: string, since: number, signal: AbortSignal, work: (turn: Turn) => Promise<CallResult>) => Promise<CallResult>

export type Locks = Pick<LockManager, 'request'>

const PREFIX = 'placard.carried.'

/** Allows one page of a user at a time to send a call, where the browser has locks. Rejects when the signal aborts the wait. */
export function createTabLocks(marks: SharedStore, user: () => string | null, locks: Locks | undefined): Locked {
  const page = Math.random().toString(36).slice(2)
  return async (call, since, signal, work) => {
    const name = `${PREFIX}${user() ?? ''}.${call}`
    let began = false
    const inTurn = async (): Promise<CallResult> => {
      began = true
      const result = await work({ alone: true, overtaken: await isOvertaken(name, since, signal) })
      if (result.ok) await mark(name, signal)
      return result
    }
    try {
      if (locks) return await locks.request(name, { signal }, inTurn)
    } catch (error) {
      if (began || signal.aborted) throw error
      // A context in which the browser forbids locks.
    }
    return await work({ alone: false, overtaken: false })
  }

  async function isOvertaken(name: string, since: number, signal: AbortSignal): Promise<boolean> {
    try {
      const [by, at] = (await withAbort(signal, marks.read(name)))?.split(' ') ?? []
      return by !== page && Number(at) >= since
    } catch {
      return false
    }
  }

  async function mark(name: string, signal: AbortSignal): Promise<void> {
    try {
      // A database that never responds must not delay the server's reply.
      await withAbort(signal, marks.write(name, `${page} ${Date.now()}`))
    } catch {
      // Another waiting page then sends its call: with the same key if it is the same.
    }
  }
}
