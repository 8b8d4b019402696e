import type { Screen } from '../../src/core/program.ts'
import { member, members, stringAt, toJson } from './source.ts'
import type { Source } from './source.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { CheckedProject } from './projectChecks.ts'
import { checkLabels, checkSpoken, checkTitle } from './accessibility/documents.ts'
import { checkHeadings } from './accessibility/headings.ts'
import { checkLive } from './accessibility/liveRegions.ts'
import { checkLooks } from './accessibility/visuals.ts'
import { checkNames } from './accessibility/accessibleNames.ts'
import { outline } from './accessibility/outline.ts'
import { teller } from './accessibility/reporter.ts'

/** Found of one screen, kept while nothing it depends on is another: a part that is another makes another screen. */
const known = new WeakMap<Screen, { stamp: readonly unknown[]; tab: boolean; found: Diagnostic[] }>()

/** What readers who do not see a screen, or see it otherwise, need of it. Parts are looked at where they are used. */
export function checkAccessibility({ sources, screens, shell, contract }: CheckedProject, diagnostics: Diagnostic[]): void {
  const english = sources.get('locales/en.json')
  const words = (key: string): string | undefined => stringAt(english?.root, key)
  const size = sizes(sources.get('schemas/tokens.json'))
  const tabs = new Set(shell?.tabs.map((tab) => tab.route))
  const stamp = [english, sources.get('schemas/tokens.json'), contract]
  for (const { file, screen, route } of screens) {
    const source = sources.get(file)
    if (!screen || !source) continue
    const tab = tabs.has(route)
    const before = known.get(screen)
    if (before?.tab === tab && before.stamp.every((held, index) => held === stamp[index])) {
      diagnostics.push(...before.found)
      continue
    }
    const found: Diagnostic[] = []
    checkTitle(source, tab, screen.nav, found)
    const items = outline(screen, contract)
    const tell = teller(sources, file, found)
    checkNames(items, words, tell)
    checkHeadings(items, screen.nav, tell)
    checkLive(items, screen, contract, tell)
    checkLooks(items, size, tell)
    known.set(screen, { stamp, tab, found })
    diagnostics.push(...found)
  }
  const tokens = sources.has('schemas/tokens.json')
  for (const [file, source] of sources) {
    if (/^schemas\/forms\/.+\.json$/.test(file)) checkLabels(source, words, diagnostics)
    const widget = contract.widgets.get(/^src\/widgets\/([^/]+)\/\1\.schema\.json$/.exec(file)?.[1] ?? '')
    if (widget) checkSpoken(source, widget, (token) => !tokens || size(token) !== undefined, diagnostics)
  }
}

/** Lengths of the design tokens in pixels. */
function sizes(tokens: Source | undefined): (token: string) => number | undefined {
  const found = new Map<string, number>()
  for (const { name, value } of members(member(tokens?.root, 'shared'))) {
    const pixels = /^(\d+(?:\.\d+)?)px$/.exec(String(toJson(value)))?.[1]
    if (pixels !== undefined) found.set(name, Number(pixels))
  }
  return (token) => found.get(token)
}
