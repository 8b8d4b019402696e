import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'frequent-refresh',
    severity: 'warning',
    doc: 'A query refreshes at most every three seconds, and the queries of a screen at most sixty times a minute together.',
  },
  on: {
    screen({ screen: { queries } }, report) {
      let perMinute = 0
      let exceeded = false
      for (const [name, { refreshSeconds }] of Object.entries(queries)) {
        if (refreshSeconds === undefined) continue
        const at = `queries/${name}/refreshSeconds`
        if (refreshSeconds < LEAST_SECONDS) report(tooOften(name, refreshSeconds), at)
        else perMinute += 60 / refreshSeconds
        if (perMinute > MOST_PER_MINUTE && !exceeded) {
          exceeded = true
          report(tooMany(Math.round(perMinute)), at)
        }
      }
    },
  },
}
export default rule

const LEAST_SECONDS = 3
const MOST_PER_MINUTE = 60

const tooOften = (query: string, seconds: number): Report => ({
  code: 'tooOften',
  params: { query, count: seconds, least: LEAST_SECONDS },
  cause: { name: `every ${seconds} seconds`, subject: `"${query}"` },
})

const tooMany = (perMinute: number): Report => ({
  code: 'tooMany',
  params: { perMinute },
})
