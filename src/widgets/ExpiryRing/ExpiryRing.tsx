import { useEffect, useEffectEvent, useState } from 'react'
import type { ExpiryRingProps } from '../../generated/widgets/ExpiryRing.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../cx.ts'
import css from './ExpiryRing.module.css'

/** From so many seconds on it warns. */
const LATE = 3

export default function ExpiryRing({ seconds, total = seconds, size = 'md', label, onDone }: ExpiryRingProps) {
  const format = useFormat()
  const [left, setLeft] = useState(seconds)
  const over = useEffectEvent(() => void onDone?.())

  useEffect(() => {
    // Not counted in ticks: those of a hidden page come late.
    const end = performance.now() + seconds * 1000
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const rest = end - performance.now()
      setLeft(Math.max(0, Math.ceil(rest / 1000)))
      if (rest > 0) timer = setTimeout(look, rest % 1000 || 1000)
      else {
        document.removeEventListener('visibilitychange', look)
        over()
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds])

  return (
    <span className={cx(css.ring, size === 'lg' && css.large, left <= LATE && css.late)} role="timer" aria-label={label}>
      <svg className={css.arc} viewBox="0 0 36 36" aria-hidden>
        <circle className={css.track} cx="18" cy="18" r="16" />
        <circle className={css.left} cx="18" cy="18" r="16" pathLength={100} strokeDasharray={`${Math.min(1, left / total) * 100} 100`} />
      </svg>
      <span className={css.count}>{format.number(left)}</span>
    </span>
  )
}
