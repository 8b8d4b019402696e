import { unitOf } from './folders.ts'
import type { Screen } from '../../src/core/program.ts'
import { member, members, stringAt, toJson } from './source.ts'
import type { Source } from './source.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { CheckedProject } from './checkedProject.ts'
import { checkLabels, checkA11yAnnotation, checkTitle } from './accessibility/documents.ts'
import { checkHeadings } from './accessibility/headings.ts'
import { checkLiveRegions } from './accessibility/liveRegions.ts'
import { checkVisuals } from './accessibility/visuals.ts'
import { checkAccessibleNames } from './accessibility/accessibleNames.ts'
import { outline } from './accessibility/outline.ts'
import { createReporter } from './accessibility/reporter.ts'

/** Findings of one screen, cached until one of its inputs changes. A changed part gives a new `Screen` object. */
const findingsCache = new WeakMap<Screen, { stamp: readonly unknown[]; tab: boolean; findings: Diagnostic[] }>()

/** Accessibility checks over the lowered screens; a part is checked where it is used. */
export function checkAccessibility(
  { sources, screens, shell, contract }: CheckedProject,
  diagnostics: Diagnostic[],
): void {
  const english = sources.get('locales/en.json')
  const textOf = (key: string): string | undefined => stringAt(english?.root, key)
  const size = readTokenSizes(sources.get('schemas/tokens.json'))
  const tabs = new Set(shell?.tabs.map((tab) => tab.route))
  const stamp = [english, sources.get('schemas/tokens.json'), contract]
  for (const { file, screen, route } of screens) {
    const source = sources.get(file)
    if (!screen || !source) continue
    const tab = tabs.has(route)
    const before = findingsCache.get(screen)
    if (before?.tab === tab && before.stamp.every((value, index) => value === stamp[index])) {
      diagnostics.push(...before.findings)
      continue
    }
    const findings: Diagnostic[] = []
    checkTitle(source, tab, screen.navigationBar, findings)
    const items = outline(screen, contract)
    const report = createReporter(sources, file, findings)
    checkAccessibleNames(items, textOf, report)
    checkHeadings(items, screen.navigationBar, report)
    checkLiveRegions(items, screen, contract, report)
    checkVisuals(items, size, report)
    findingsCache.set(screen, { stamp, tab, findings })
    diagnostics.push(...findings)
  }
  const tokens = sources.has('schemas/tokens.json')
  for (const [file, source] of sources) {
    if (/^schemas\/forms\/.+\.json$/.test(file)) checkLabels(source, textOf, diagnostics)
    const unit = unitOf(file)
    const widget = unit?.kind === 'widgets' ? contract.widgets.get(unit.name) : undefined
    if (widget) checkA11yAnnotation(source, widget, (token) => !tokens || size(token) !== undefined, diagnostics)
  }
}

/** Lengths of the design tokens in pixels. */
function readTokenSizes(tokens: Source | undefined): (token: string) => number | undefined {
  const findings = new Map<string, number>()
  for (const { name, value } of members(member(tokens?.root, 'shared'))) {
    const pixels = /^(\d+(?:\.\d+)?)px$/.exec(String(toJson(value)))?.[1]
    if (pixels !== undefined) findings.set(name, Number(pixels))
  }
  return (token) => findings.get(token)
}
