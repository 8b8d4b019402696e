import type { Seconds, UnixSeconds } from './units.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** ECMAScript dates end here, in seconds. */
const MAX_UNIX_SECONDS = 8_640_000_000_000

/** Adds a unit to a number: the one cast that creates every other moment and duration. */
export const asUnixSeconds = (seconds: number | bigint): UnixSeconds => Number(seconds) as UnixSeconds
export const asSeconds = (seconds: number | bigint): Seconds => Number(seconds) as Seconds

/** The second that contains a moment in Unix milliseconds. */
export const fromMilliseconds = (ms: number): UnixSeconds => asUnixSeconds(Math.floor(ms / 1000))
export const addSeconds = (time: UnixSeconds, seconds: number): UnixSeconds => asUnixSeconds(time + seconds)

/** The UTC day of a moment, YYYY-MM-DD. Unix seconds. */
export const utcDay = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 10)

/** Valid Unix seconds. */
export const isValidTime = (unix: number): boolean => Number.isFinite(unix) && Math.abs(unix) <= MAX_UNIX_SECONDS

export type Age = { unit: 'now' } | { unit: 'date' } | { unit: 'minutes' | 'hours' | 'days'; count: number }

/** The age of a moment by the product rules: under 5 minutes now, then minutes, hours, days up to 30 days, then a date. Unix seconds. */
export function age(unix: number, now: number): Age {
  const seconds = now - unix
  if (seconds < 5 * MINUTE) return { unit: 'now' }
  if (seconds < HOUR) return { unit: 'minutes', count: Math.floor(seconds / MINUTE) }
  if (seconds < DAY) return { unit: 'hours', count: Math.floor(seconds / HOUR) }
  if (seconds <= 30 * DAY) return { unit: 'days', count: Math.floor(seconds / DAY) }
  return { unit: 'date' }
}

export interface DateParts {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}

/** Converts Unix seconds in one time zone (the user's own without a name). Null for an invalid time. */
export function createCalendar(timeZone?: string): (unix: number) => DateParts | null {
  // Created for the first time that is read: it takes 10 ms, too much for a first load.
  let format: Intl.DateTimeFormat | null = null
  return (unix) => {
    if (!isValidTime(unix)) return null
    format ??= new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      ...(timeZone && { timeZone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    const parts: Record<string, string> = {}
    for (const { type, value } of format.formatToParts(unix * 1000)) parts[type] = value
    const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
    return { year: year.padStart(4, '0'), month, day, hour, minute, second }
  }
}

/** The date and the time of day of a calendar's zone, as if they were of UTC. Unix seconds; NaN for no time. */
export function localTime(unix: number, calendar: ReturnType<typeof createCalendar>): number {
  const parts = calendar(unix)
  if (!parts) return Number.NaN
  const { year, month, day, hour, minute, second } = parts
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 1000
}

/** The day of a moment in the time zone of a calendar, YYYY-MM-DD. Unix seconds. */
export const localDay = (unix: number, calendar: ReturnType<typeof createCalendar>): string =>
  utcDay(localTime(unix, calendar))

/** The first moment of a day in the time zone of a calendar; `utc` is the midnight that begins it in UTC. NaN for no time. */
function dayStart(utc: number, calendar: ReturnType<typeof createCalendar>): number {
  const [before, after] = [utc - DAY, utc + DAY].map((unix) => localTime(unix, calendar) - unix) as [number, number]
  // The midnight of the earlier and of the later offset: the day begins at one of them, or between them where clocks skip midnight.
  let [low, high] = [utc - Math.max(before, after), utc - Math.min(before, after)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (localTime(middle, calendar) >= utc) high = middle
    else low = middle + 1
  }
  return low
}

/** The first moment of a day (YYYY-MM-DD) in the time zone of a calendar, also of one without midnight. NaN for no day. */
export const startOfDay = (day: string, calendar: ReturnType<typeof createCalendar>): number =>
  dayStart(Date.parse(day) / 1000, calendar)

/** The last second of a day (YYYY-MM-DD) in the time zone of a calendar, also of one with 23 or 25 hours or without midnight. NaN for no day. */
export const endOfDay = (day: string, calendar: ReturnType<typeof createCalendar>): number =>
  dayStart(Date.parse(day) / 1000 + DAY, calendar) - 1

/** Returns the time of this machine's clock, rounded down to the second. */
export function nowSeconds(): UnixSeconds {
  return fromMilliseconds(Date.now())
}
