import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import { outline } from './outline.ts'
import { createReporter } from './reporter.ts'
import type { RuleSet } from '../ruleSet.ts'
import type { CheckedProject } from '../checkedProject.ts'
import type { Finding } from '../source/findings/diagnostics.ts'
import { NotedSources } from '../source/notedSources.ts'
import { same } from '../lower/reads.ts'
import { readTokenSizes } from './tokenSizes.ts'

/** Findings of one screen, cached until one of its inputs changes. A changed part gives a new `Screen` object. */
const findingsCache = new WeakMap<Screen, { stamp: readonly unknown[]; places: NotedSources; findings: Finding[] }>()

/** Emits the event `outline` of each lowered screen; a part is checked where it is used. */
export function checkOutlines({ sources, screens, contract }: CheckedProject, rules: RuleSet): Finding[] {
  const tokens = sources.get('schemas/tokens.json')
  const sizeOf = readTokenSizes(tokens)
  const stamp = [tokens, contract.vocabulary]
  return screens.flatMap(({ file, screen }) => {
    if (!screen || !sources.has(file)) return []
    const before = findingsCache.get(screen)
    if (before && same(before.stamp, stamp) && before.places.holdFor(sources)) return before.findings
    const findings: Finding[] = []
    const places = new NotedSources(sources)
    const items = outline(screen, contract)
    const input = { screen, items, contract: contract.vocabulary, sizeOf }
    rules.emit('outline', input, createReporter({ sources: places, rules }, file, findings))
    findingsCache.set(screen, { stamp, places, findings })
    return findings
  })
}
