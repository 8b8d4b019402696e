import { utcDay } from '../../../engine/language/values/time.ts'
import type { ResultCurveProps } from '../../../generated/widgets/ResultCurve.ts'

const DAY = 86_400

/** A day of the period and the total at its end, as the amount and as a number for drawing only. */
export interface Point {
  day: string
  total: ResultCurveProps['days'][number]['total'] | null
  value: number
}

/** The days of the period in order. `total` is null until the first result; its value is 0. */
export function pointsOf({ first, last, days }: Pick<ResultCurveProps, 'first' | 'last' | 'days'>): Point[] {
  const totals = new Map(days.map(({ day, total }) => [day, total]))
  const points: Point[] = []
  let total: Point['total'] = null
  for (let at = Date.parse(first) / 1000; at <= Date.parse(last) / 1000; at += DAY) {
    const day = utcDay(at)
    total = totals.get(day) ?? total
    points.push({ day, total, value: Number(total ?? 0) })
  }
  return points
}

/** The smallest and the greatest value, 0 included, with some room. */
export function rangeOf(points: readonly Point[]): [number, number] {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const room = (high - low) * 0.08 || 1
  return [low < 0 ? low - room : 0, high > 0 || low === 0 ? high + room : 0]
}
