import { useCallback, useEffect, useRef, useState } from 'react'
import { THROTTLE_MS } from '../core/constants.ts'

/** A press handler for buttons: presses are dropped while the handler's promise is pending, and within 500 ms of the last press. */
export function usePress<Args extends unknown[]>(
  handler: ((...args: Args) => void | Promise<void>) | undefined,
): { busy: boolean; press: (...args: Args) => void } {
  const [busy, setBusy] = useState(false)
  const latest = useRef(handler)
  const state = useRef({ pending: false, at: -Infinity })
  useEffect(() => {
    latest.current = handler
  }, [handler])
  const press = useCallback((...args: Args) => {
    const current = state.current
    const now = performance.now()
    if (current.pending || now - current.at < THROTTLE_MS) return
    current.at = now
    const running = latest.current?.(...args)
    if (!(running instanceof Promise)) return
    current.pending = true
    setBusy(true)
    const done = () => {
      current.pending = false
      setBusy(false)
    }
    running.then(done, done)
  }, [])
  return { busy, press }
}
