import type { CallResult } from '../../language/result.ts'
import { traitsOf } from '../../language/resultClass.ts'

/** Sends, and resends after each of the waits (milliseconds) until there is a reply or the signal aborts. */
export async function sendWithRetry(
  send: () => Promise<CallResult>,
  waits: readonly number[],
  signal: AbortSignal,
): Promise<{ result: CallResult; tries: number }> {
  let result = await send()
  let tries = 1
  for (const ms of waits) {
    if (!traitsOf(result).transient || !(await pause(ms, signal))) break
    result = await send()
    tries += 1
  }
  return { result, tries }
}

/** False when the call ends before the time. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const stop = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
    return undefined
  })
}
