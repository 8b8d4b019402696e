import type { Found } from './events.ts'
import { withoutFix } from './source/findings/diagnostics.ts'
import type { Events, ReportOf, Rule } from './rule.ts'
import type { Report, RuleMeta, RuleReport } from './source/findings/diagnostics.ts'

/** Where a pass gets the reports of an event: as the rule reports, with the rule. */
type Receive<Event extends keyof Events> =
  Parameters<ReportOf<Event>> extends [Report, ...infer Place] ? (report: RuleReport, ...at: Place) => void : never

type Handler = (event: unknown, report: (report: Report, ...at: unknown[]) => void) => void

/** Calls the rules for each event. Passes have it, and know no rule. */
export class RuleSet {
  readonly metas: ReadonlyMap<string, RuleMeta>
  readonly #handlers = new Map<string, { meta: RuleMeta; handle: Handler }[]>()

  constructor(rules: readonly Rule[]) {
    this.metas = new Map(rules.map(({ meta }) => [meta.name, meta]))
    for (const { meta, on } of rules)
      for (const [event, handle] of Object.entries(on) as [string, Handler][]) {
        const known = this.#handlers.get(event)
        if (known) known.push({ meta, handle })
        else this.#handlers.set(event, [{ meta, handle }])
      }
  }

  /** Calls the rules that handle an event, in the order of their names. */
  emit<Event extends keyof Events>(event: Event, input: Events[Event], receive: Receive<Event>): void {
    for (const { meta, handle } of this.#handlers.get(event) ?? [])
      handle(input, (report, ...at) =>
        (receive as (report: RuleReport, ...at: unknown[]) => void)({ rule: meta, ...report }, ...at),
      )
  }

  /** Reports of the rules about an event of one location. */
  reportsOf(found: Found): readonly RuleReport[] {
    const reports: RuleReport[] = []
    const { inside = [], advice, isUncertain } = found
    for (const { meta, handle } of this.#handlers.get(found.event) ?? [])
      handle(found, (report) =>
        reports.push({
          rule: meta,
          ...report,
          suggestion: advice ?? (isUncertain ? report.suggestion && withoutFix(report.suggestion) : report.suggestion),
          ...(inside.length > 0 && { inside: [...inside, ...(report.inside ?? [])] }),
        }),
      )
    return reports
  }
}
