import type { ExpiryRingProps } from '../../../generated/widgets/ExpiryRing.ts'
import { useFormat } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { shareOf } from '../lib/share.ts'
import { useSecondsLeft, type RemainingTime } from '../lib/useSecondsLeft.ts'
import css from './ExpiryRing.module.css'

/** Warns at this many seconds. */
const WARNING_SECONDS = 3

function fromNow(ms: number): RemainingTime {
  const end = performance.now() + ms
  return () => end - performance.now()
}

export default function ExpiryRing({
  seconds,
  ms = seconds * 1000,
  total = seconds,
  size = 'md',
  label,
  onDone,
}: ExpiryRingProps) {
  const format = useFormat()
  const secondsLeft = useSecondsLeft(ms, fromNow, onDone && (() => void onDone()))

  return (
    <span
      className={cx(css.ring, size === 'lg' && css.large, secondsLeft <= WARNING_SECONDS && css.warning)}
      role="timer"
      aria-label={label}
    >
      <svg className={css.arc} viewBox="0 0 36 36" aria-hidden>
        <circle className={css.track} cx="18" cy="18" r="16" />
        <circle
          className={css.left}
          cx="18"
          cy="18"
          r="16"
          pathLength={100}
          strokeDasharray={`${shareOf(secondsLeft, total) * 100} 100`}
        />
      </svg>
      <span className={css.count}>{format.number(secondsLeft)}</span>
    </span>
  )
}
