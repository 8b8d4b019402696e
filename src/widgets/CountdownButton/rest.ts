import { useEffect, useState } from 'react'
import { readText, writeText } from '../../state/storage.ts'

const listeners = new Set<() => void>()

const now = () => Date.now()

/** Whole seconds left, rounded up, at most `seconds`: a device clock set back must not make the rest longer. */
function left(key: string, seconds: number): number {
  const until = Number(readText(`rest.${key}`))
  return Number.isFinite(until) ? Math.min(seconds, Math.max(0, Math.ceil((until - now()) / 1000))) : 0
}

/** The rest named `key`: seconds left, and its start function. Buttons of one key share it; it survives a reload. */
export function useRest(key: string, seconds: number): { left: number; start: () => void } {
  const [count, setCount] = useState(() => left(key, seconds))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const rest = left(key, seconds)
      setCount(rest)
      if (rest > 0) timer = setTimeout(look, (Number(readText(`rest.${key}`)) - now()) % 1000 || 1000)
    }
    look()
    listeners.add(look)
    // Update when the page is shown again.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      listeners.delete(look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key, seconds])

  return {
    left: count,
    start() {
      writeText(`rest.${key}`, String(now() + seconds * 1000))
      for (const look of listeners) look()
    },
  }
}
