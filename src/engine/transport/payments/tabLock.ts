import type { CallResult } from '../../language/result.ts'
import { withAbort } from '../withAbort.ts'
import type { SharedStore } from './sharedStore.ts'
import { report } from '../../language/report.ts'

/** `exclusive`: no other page sends this call now. `alreadySent`: another page had it executed after this one's request. */
export interface TabLock {
  exclusive: boolean
  alreadySent: boolean
}

/** `requestedAt`: the time of the user's request, Unix milliseconds; the sending code may have been loaded later. */
export type WithTabLock = (
  call: string,
  requestedAt: number,
  signal: AbortSignal,
  work: (lock: TabLock) => Promise<CallResult>,
) => Promise<CallResult>

export type Locks = Pick<LockManager, 'request'>

const PREFIX = 'placard.carried.'

/** Allows one page of a user at a time to send a call, where the browser has locks. Rejects when the signal aborts the wait. */
export function createTabLock(store: SharedStore, user: () => string | null, locks: Locks | undefined): WithTabLock {
  const page = Math.random().toString(36).slice(2)
  return async (call, requestedAt, signal, work) => {
    const name = `${PREFIX}${user() ?? ''}.${call}`
    let started = false
    const runLocked = async (): Promise<CallResult> => {
      started = true
      const result = await work({ exclusive: true, alreadySent: await wasSentByOtherTab(name, requestedAt, signal) })
      if (result.ok) await recordSent(name, signal)
      return result
    }
    try {
      if (locks) return await locks.request(name, { signal }, runLocked)
    } catch (error) {
      if (started || signal.aborted) throw error
      // A context in which the browser forbids locks.
    }
    return await work({ exclusive: false, alreadySent: false })
  }

  async function wasSentByOtherTab(name: string, requestedAt: number, signal: AbortSignal): Promise<boolean> {
    try {
      const [by, at] = (await withAbort(signal, store.read(name)))?.split(' ') ?? []
      return by !== page && Number(at) >= requestedAt
    } catch {
      return false
    }
  }

  async function recordSent(name: string, signal: AbortSignal): Promise<void> {
    try {
      // A database that never responds must not delay the server's reply.
      await withAbort(signal, store.write(name, `${page} ${Date.now()}`))
    } catch (error) {
      // Another waiting page then sends its call: with the same key if it is the same.
      report(error, 'record a sent call')
    }
  }
}
