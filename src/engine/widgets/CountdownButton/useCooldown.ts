import { useEffect, useState } from 'react'
import { useClient } from '../../state/client/context.ts'
import type { DeviceStorage } from '../../state/client/storage.ts'

const listeners = new Set<() => void>()

const now = () => Date.now()

/** Whole seconds left, rounded up, at most `seconds`: a device clock set back must not make the cooldown longer. */
function secondsLeft(storage: DeviceStorage, key: string, seconds: number): number {
  const until = Number(storage.readText(`rest.${key}`))
  return Number.isFinite(until) ? Math.min(seconds, Math.max(0, Math.ceil((until - now()) / 1000))) : 0
}

/** The cooldown named `key`: seconds left, and its start function. Buttons of one key share it; it survives a reload. */
export function useCooldown(key: string, seconds: number): { remaining: number; start: () => void } {
  const { storage } = useClient()
  const [remaining, setRemaining] = useState(() => secondsLeft(storage, key, seconds))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      const remaining = secondsLeft(storage, key, seconds)
      setRemaining(remaining)
      if (remaining === 0) storage.writeText(`rest.${key}`, null)
      else timer = setTimeout(update, (Number(storage.readText(`rest.${key}`)) - now()) % 1000 || 1000)
    }
    update()
    listeners.add(update)
    // Update when the page is shown again.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      listeners.delete(update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [storage, key, seconds])

  return {
    remaining,
    start() {
      storage.writeText(`rest.${key}`, String(now() + seconds * 1000))
      for (const update of listeners) update()
    },
  }
}
