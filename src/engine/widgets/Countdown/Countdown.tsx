import { useMemo } from 'react'
import type { CountdownProps } from '../../../generated/widgets/Countdown.ts'
import { useClient } from '../../state/client/context.ts'
import type { ServerClock } from '../../state/client/clock.ts'
import { cx } from '../lib/styles/cx.ts'
import { useSecondsLeft, type RemainingTime } from '../lib/useSecondsLeft.ts'
import css from './Countdown.module.css'

const untilMoment =
  (clock: ServerClock) =>
  (until: number): RemainingTime =>
  () =>
    until * 1000 - clock.now()

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
  const { clock } = useClient()
  const secondsLeft = useSecondsLeft(
    until,
    useMemo(() => untilMoment(clock), [clock]),
    onDone && (() => void onDone()),
  )

  return (
    <span className={cx(css.countdown, css[tone])} role="timer">
      {label && <span className={css.label}>{label} </span>}
      <time className={css.time} dateTime={`PT${secondsLeft}S`}>
        {formatClock(secondsLeft)}
      </time>
    </span>
  )
}
