import type { CountdownProps } from '../../../generated/widgets/Countdown.ts'
import { serverNow } from '../../state/data/clock.ts'
import { cx } from '../lib/styles/cx.ts'
import { useSecondsLeft, type RemainingTime } from '../lib/useSecondsLeft.ts'
import css from './Countdown.module.css'

const untilMoment =
  (until: number): RemainingTime =>
  () =>
    until * 1000 - serverNow()

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** "1:04:09", "04:09"; from a day on with the days first: "2 · 01:04:09". */
export function formatClock(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const minutesAndSeconds = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  if (days > 0) return `${days} · ${twoDigits(hours)}:${minutesAndSeconds}`
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds
}

export default function Countdown({ until, label, tone = 'normal', onDone }: CountdownProps) {
  const secondsLeft = useSecondsLeft(until, untilMoment, onDone && (() => void onDone()))

  return (
    <span className={cx(css.countdown, css[tone])} role="timer">
      {label && <span className={css.label}>{label} </span>}
      <time className={css.time} dateTime={`PT${secondsLeft}S`}>
        {formatClock(secondsLeft)}
      </time>
    </span>
  )
}
