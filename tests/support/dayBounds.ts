import { createCalendar, endOfDay, startOfDay } from '../../src/engine/language/values/time.ts'

const DAY = 86_400

/** The days of 2024 to 2030, as YYYY-MM-DD. */
export const DAYS: readonly string[] = Array.from({ length: 7 * 365 + 2 }, (_, at) =>
  new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
)

/** Returns the date of a moment in a zone, by a separate formatter. */
export function dateIn(zone: string): (unix: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (unix) => format.format(unix * 1000)
}

/**
 * Fault of the bounds of a day in a zone; null if they are correct: the first second has its date and the one before an
 * earlier date, and it ends a second before the next day.
 */
export function dayFault(
  zone: string,
  day: string,
  date = dateIn(zone),
  calendar = createCalendar(zone),
): string | null {
  const [start, end] = [startOfDay(day, calendar), endOfDay(day, calendar)]
  const next = new Date((Date.parse(day) / 1000 + DAY) * 1000).toISOString().slice(0, 10)
  const found = [date(start - 1) < day, date(start) === day, date(end) === day, date(end + 1) === next]
  return found.every(Boolean) ? null : `${zone} ${day}: ${start} to ${end}`
}
