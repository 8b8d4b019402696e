import { useEffect, useEffectEvent, useState } from 'react'
import type { CountdownProps } from '../../generated/widgets/Countdown.ts'
import { cx } from '../cx.ts'
import css from './Countdown.module.css'

const secondsTo = (until: number) => Math.max(0, Math.ceil(until - Date.now() / 1000))

const two = (value: number) => String(value).padStart(2, '0')

/** "1:04:09", "04:09"; from a day on the days stand before: "2 · 01:04:09". */
export function clock(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  if (days > 0) return `${days} · ${two(hours)}:${rest}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

export default function Countdown({ until, label, tone = 'normal', onDone }: CountdownProps) {
  const [left, setLeft] = useState(() => secondsTo(until))
  const over = useEffectEvent(() => void onDone?.())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let running = secondsTo(until) > 0
    const look = () => {
      clearTimeout(timer)
      const now = secondsTo(until)
      setLeft(now)
      if (now > 0) timer = setTimeout(look, (until * 1000 - Date.now()) % 1000 || 1000)
      else if (running) {
        running = false
        over()
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [until])

  return (
    <span className={cx(css.countdown, css[tone])} role="timer">
      {label && <span className={css.label}>{label} </span>}
      <time className={css.time} dateTime={`PT${left}S`}>
        {clock(left)}
      </time>
    </span>
  )
}
