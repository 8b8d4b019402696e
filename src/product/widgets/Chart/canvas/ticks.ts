import type { Formatter } from '../../../../engine/language/values/formatter.ts'
import { utcDay } from '../../../../engine/language/values/time.ts'
import { INTERVAL_SECONDS, type Candle, type Interval } from '../candles.ts'
import type { Range } from './panes.ts'
import { visible, type View } from '../gestures/viewport.ts'

/** A time without bidirectional marks: it is a separate label here, and is sliced. */
export const withoutBidiMarks = (time: string): string => time.replaceAll(/[\u200E\u200F\u2066-\u2069]/g, '')

/** Candles of days and weeks are those of UTC in every time zone. */
const isDaily = (interval: Interval): boolean => interval === '1d' || interval === '1w'

/** When a candle began, as far as its length asks for: the day in UTC, the minute, or the second of a tick. */
export function candleTime(interval: Interval, format: Pick<Formatter, 'date' | 'dateTime'>): (time: number) => string {
  if (isDaily(interval)) return utcDay
  const length = interval === '1s' ? 'YYYY-MM-DD HH:MM:SS'.length : 'YYYY-MM-DD HH:MM'.length
  return (time) => withoutBidiMarks(format.dateTime(time)).slice(0, length)
}

/** Round prices, about as many as asked for. */
export function priceTicks([min, max]: Range, count: number): number[] {
  const minStep = (max - min) / Math.max(1, count)
  if (!(minStep > 0) || !Number.isFinite(minStep)) return []
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = ([1, 2, 5].find((part) => part * power >= minStep) ?? 10) * power
  const ticks: number[] = []
  for (let at = Math.ceil(min / step); at * step <= max; at++) ticks.push(at * step)
  return ticks
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
/** Distances of labels, seconds. */
const STEPS = [5, 10, 15, 30].concat(
  [1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),

  [1, 2, 4, 6, 12].map((n) => n * HOUR),
  [1, 2, 4, 7, 14, 28, 56, 112, 224, 364].map((n) => n * DAY),
)

export interface TimeTick {
  /** Position of the candle. */
  at: number
  label: string
}

/** Time labels below the chart: hours in the user's time zone and a date where a day begins; days and weeks in UTC. */
export function createTimeTicks(
  interval: Interval,
  format: Formatter,
): (rows: readonly Candle[], view: View, targetCount: number) => TimeTick[] {
  const span = INTERVAL_SECONDS[interval]
  const labelsByTime = new Map<number, { date: string; clock: string }>()
  const labelsOf = (time: number) => {
    let cached = labelsByTime.get(time)
    if (!cached) {
      cached = {
        date: isDaily(interval) ? utcDay(time) : withoutBidiMarks(format.date(time)),
        clock: withoutBidiMarks(format.time(time)),
      }
      labelsByTime.set(time, cached)
    }
    return cached
  }
  return (rows, view, targetCount) => {
    const minSeconds = ((view.to - view.from) / Math.max(1, targetCount)) * span
    const step = Math.max(span, STEPS.find((step) => step >= minSeconds) ?? STEPS.at(-1) ?? DAY)
    const [first, last] = visible(view, rows.length)
    const ticks: TimeTick[] = []
    // The label before the screen decides whether the first begins a day.
    let previousDay = ''
    for (let at = Math.max(0, first - Math.ceil(step / span)); at <= last; at++) {
      const time = rows[at]?.time ?? 0
      // Weeks and days are counted from a Monday.
      if ((time - 4 * DAY) % step !== 0) continue
      const { date, clock } = labelsOf(time)
      const day = step >= DAY ? date.slice(0, 4) : date
      const beginsDay = day !== previousDay
      previousDay = day
      // Half of a label would be cut off.
      if (at < first || at - view.from < (view.to - view.from) * 0.045) continue
      ticks.push({
        at,
        label:
          step >= DAY
            ? beginsDay && ticks.length > 0
              ? date.slice(0, 7)
              : date.slice(5)
            : beginsDay && ticks.length > 0
              ? date.slice(5)
              : step < MINUTE
                ? clock
                : clock.slice(0, 5),
      })
    }
    return ticks
  }
}
