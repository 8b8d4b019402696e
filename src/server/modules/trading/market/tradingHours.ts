import { asFactor, div } from '../../../../engine/language/values/decimal.ts'
import type { Factor } from '../../../../engine/language/values/units.ts'

/** Trading hours by the hour of the week, UTC. All bounds are whole hours, so a shorter candle is entirely open or closed. */
export type TradingHours = 'always' | 'forex' | 'metal'

export const HOUR = 3600
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
/** The first Monday after the Unix epoch: weeks start on Mondays. */
const MONDAY = 4 * DAY

const FRIDAY_22 = 4 * 24 + 22
const SUNDAY_22 = 6 * 24 + 22

const IS_OPEN: Record<TradingHours, (hourOfWeek: number) => boolean> = {
  always: () => true,
  forex: (hour) => hour < FRIDAY_22 || hour >= SUNDAY_22,
  // Metals pause for an hour each day.
  metal: (hour) => (hour < FRIDAY_22 || hour > SUNDAY_22) && hour % 24 !== 22,
}

/** Trading activity of each UTC hour: Asia, London, and New York on top. */
const ACTIVITY: Record<TradingHours, readonly number[]> = {
  always: [9, 9, 9, 8, 8, 8, 8, 9, 10, 10, 10, 10, 11, 13, 15, 15, 14, 13, 12, 11, 11, 10, 10, 9],
  forex: [6, 7, 7, 6, 5, 5, 7, 11, 13, 12, 11, 11, 13, 16, 17, 16, 13, 9, 7, 6, 5, 4, 3, 4],
  metal: [6, 7, 8, 7, 6, 6, 7, 9, 11, 11, 10, 10, 13, 17, 18, 17, 14, 10, 8, 7, 5, 4, 3, 4],
}

/** Seconds since the Monday on which the week of `time` (Unix seconds) began. */
export const sinceMonday = (time: number): number => (((time - MONDAY) % WEEK) + WEEK) % WEEK

/** Returns whether a market is open at `time`, Unix seconds. */
export function isOpen(hours: TradingHours, time: number): boolean {
  return IS_OPEN[hours](Math.floor(sinceMonday(time) / HOUR))
}

/** Hours of a week in which a market is open. */
export const openHoursPerWeek = (hours: TradingHours): number =>
  Array.from({ length: WEEK / HOUR }, (_, hour) => hour).filter((hour) => IS_OPEN[hours](hour)).length

/** Activity of the open part of [time, time + span); 0 if all of it is closed. */
export function activityOf(hours: TradingHours, time: number, span: number): number {
  const activity = ACTIVITY[hours]
  const hourOf = (at: number) => Math.floor(at / HOUR) % 24
  if (span < HOUR) return isOpen(hours, time) ? (activity[hourOf(time)] ?? 0) * (span / HOUR) : 0
  let total = 0
  for (let at = time; at < time + span; at += HOUR) if (isOpen(hours, at)) total += activity[hourOf(at)] ?? 0
  return total
}

/** Activity of a week in milliseconds × activity of an hour, by trading hours. */
const weekActivity = (hours: TradingHours): bigint => BigInt(activityOf(hours, MONDAY, WEEK)) * BigInt(HOUR * 1000)

/** Share of a week's variance in an interval of trading time, Unix milliseconds: variance is proportional to activity. */
export function varianceShare(hours: TradingHours, fromMs: number, toMs: number): Factor {
  let part = 0n
  for (let at = fromMs; at < toMs;) {
    const hour = Math.floor(at / (HOUR * 1000))
    const end = Math.min(toMs, (hour + 1) * HOUR * 1000)
    part += BigInt(activityOf(hours, hour * HOUR, HOUR)) * BigInt(end - at)
    at = end
  }
  return div(asFactor(`${part}`), asFactor(`${weekActivity(hours)}`))
}

/** The last trading time up to `time`: `time` itself while open. Unix seconds. */
export function lastOpen(hours: TradingHours, time: number): number {
  if (isOpen(hours, time)) return time
  let hour = Math.floor(time / HOUR) * HOUR
  while (!isOpen(hours, hour - HOUR)) hour -= HOUR
  return hour
}

/** Start of the trading day of `time`: midnight UTC, and for markets that close, the hour at which New York ends its day. */
export function tradingDayOf(hours: TradingHours, time: number): number {
  const shift = hours === 'always' ? 0 : 2 * HOUR
  return Math.floor((time + shift) / DAY) * DAY - shift
}

/** Next trading time: `time` itself while open. Unix seconds. */
export function nextOpen(hours: TradingHours, time: number): number {
  if (isOpen(hours, time)) return time
  let hour = Math.floor(time / HOUR) * HOUR + HOUR
  while (!isOpen(hours, hour)) hour += HOUR
  return hour
}

/** The end of the current or next trading period at `time`; null if it never ends. Unix seconds. */
export function nextClose(hours: TradingHours, time: number): number | null {
  if (hours === 'always') return null
  let hour = Math.floor(nextOpen(hours, time) / HOUR) * HOUR + HOUR
  while (isOpen(hours, hour)) hour += HOUR
  return hour
}
