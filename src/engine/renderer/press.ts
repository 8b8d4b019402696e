import { useCallback, useEffect, useRef, useState } from 'react'
import { Throttle } from '../language/throttle.ts'

/** A press handler for buttons: presses are dropped while the handler's promise is pending, and within 500 ms of the last press. */
export function usePress<Args extends unknown[]>(
  handler: ((...args: Args) => void | Promise<void>) | undefined,
): { busy: boolean; press: (...args: Args) => void } {
  const [busy, setBusy] = useState(false)
  const latest = useRef(handler)
  const pending = useRef(false)
  const [throttle] = useState(() => new Throttle())
  useEffect(() => {
    latest.current = handler
  }, [handler])
  const press = useCallback(
    (...args: Args) => {
      if (pending.current || !throttle.isOpen()) return
      throttle.start()
      const running = latest.current?.(...args)
      if (!(running instanceof Promise)) return
      pending.current = true
      setBusy(true)
      const done = () => {
        pending.current = false
        setBusy(false)
      }
      running.then(done, done)
    },
    [throttle],
  )
  return { busy, press }
}
