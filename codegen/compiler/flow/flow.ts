import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import type { ScreenInput, ScreensInput } from '../rule.ts'
import type { RuleSet } from '../ruleSet.ts'
import type { Finding } from '../source/findings/diagnostics.ts'
import { NotedSources } from '../source/notedSources.ts'
import { holds, recordReads, same } from '../lower/reads.ts'
import type { Reads } from '../lower/reads.ts'
import type { Source } from '../source/source.ts'
import { FlowReporter } from './flowReporter.ts'

export interface FlowInput extends ScreensInput {
  sources: ReadonlyMap<string, Source>
  routes: ScreenInput['routes']
}

/** Findings of one screen, cached until one of its inputs changes. */
const findingsCache = new WeakMap<
  Screen,
  Reads & { stamp: readonly unknown[]; places: NotedSources; diagnostics: Finding[] }
>()

/** Emits the events `screen` and `screens`. */
export function checkFlow({ sources, screens, routes, shell, contract }: FlowInput, rules: RuleSet): Finding[] {
  const stamp = [routes, contract.vocabulary, JSON.stringify(shell)]
  // A screen over the limit has been refused already, and may be far larger than the document it was written in.
  const accepted = screens.filter((screen) => screen.nodes <= LIMITS.nodes)
  const findings = accepted.flatMap(({ screen, file }) => {
    if (!screen) return []
    const before = findingsCache.get(screen)
    if (before && same(before.stamp, stamp) && holds(before, contract) && before.places.holdFor(sources))
      return before.diagnostics
    const reads = recordReads(contract)
    const places = new NotedSources(sources)
    const reporter = new FlowReporter(places, rules)
    rules.emit('screen', { screen, routes, shell, contract: reads.contract }, (report, at, key) =>
      reporter.report(report, file, at, key),
    )
    findingsCache.set(screen, { ...reads.noted, stamp, places, diagnostics: reporter.diagnostics })
    return reporter.diagnostics
  })
  const reporter = new FlowReporter(sources, rules)
  rules.emit('screens', { screens: accepted, shell, contract }, (...finding) => reporter.report(...finding))
  return [...findings, ...reporter.diagnostics]
}
