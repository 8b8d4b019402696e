import { createCalendar } from '../../../src/engine/language/values/time.ts'
import { DAYS, dateIn, dayFault } from '../../support/dayBounds.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'in every time zone of the platform each day of 2024 to 2030 begins at its first second and ends a second before the next'
/** Time zones: with the full number all of them. */
export const runs = { full: 1000, short: 4 }

/** Checks each day of as many zones as there are runs, chosen by the seed. */
export function prove({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> {
  const zones = createRandom(seed).shuffled(Intl.supportedValuesOf('timeZone')).slice(0, count)
  const faults: string[] = []
  for (const [at, zone] of zones.entries()) {
    const [date, calendar] = [dateIn(zone), createCalendar(zone)]
    for (const day of DAYS) {
      const fault = dayFault(zone, day, date, calendar)
      if (fault) faults.push(fault)
    }
    if ((at + 1) % 50 === 0) log(`${at + 1} of ${zones.length} zones, ${faults.length} faults`)
  }
  for (const fault of faults) log(fault)
  return Promise.resolve({
    ok: faults.length === 0 && zones.length > 0,
    figures: { zones: zones.length, days: zones.length * DAYS.length, faults: faults.length },
  })
}
