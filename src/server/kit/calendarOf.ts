import { createCalendar } from '../../engine/language/values/time.ts'

export type Calendar = ReturnType<typeof createCalendar>

/** The calendar of a time zone; of UTC for one that this machine does not know. */
export function calendarOf(timeZone: string): Calendar {
  const calendar = createCalendar(timeZone)
  try {
    calendar(0)
    return calendar
  } catch {
    return createCalendar('UTC')
  }
}
