import type { Screen } from '../../../src/core/program.ts'
import { isOperation } from '../../../src/core/visit.ts'
import { SCREEN_KEYWORDS } from '../keywords/screen/index.ts'
import type { Change } from './change.ts'
import { joinWords, formatExpr } from './formatExpr.ts'
import type { TextLookup } from './formatExpr.ts'
import { nodeChanges, stepChanges } from './nodeChanges.ts'
import type { Describer } from './nodeComparison.ts'
import type { ScreenComparison } from './screenComparison.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

/** Added, removed, moved (another route) and changed screens. */
export function screenChanges(before: CatalogueSnapshot, after: CatalogueSnapshot, describer: Describer): Change[] {
  const changes: Change[] = []
  const byId = new Map([...before.screens.values()].map((screen) => [screen.id, screen]))
  const moved = new Set<string>()
  for (const [route, screen] of after.screens) {
    const previous = before.screens.get(route)
    const elsewhere = byId.get(screen.id)
    if (previous) {
      const details = screenDetails(previous, screen, describer)
      if (details.length > 0)
        changes.push({
          kind: 'screen',
          what: 'changed',
          name: route,
          sentence: `The screen ${describeScreen(screen, describer.after)} has changed.`,
          details,
        })
    } else if (elsewhere && !after.screens.has(elsewhere.route)) {
      moved.add(elsewhere.route)
      changes.push({
        kind: 'screen',
        what: 'changed',
        name: route,
        sentence: `The screen ${describeScreen(screen, describer.after)} has moved here from ${elsewhere.route}.`,
        details: screenDetails(elsewhere, screen, describer),
      })
    } else
      changes.push({
        kind: 'screen',
        what: 'added',
        name: route,
        sentence: `The screen ${describeScreen(screen, describer.after)} is new.`,
        details: [],
      })
  }
  for (const [route, screen] of before.screens) {
    if (!after.screens.has(route) && !moved.has(route))
      changes.push({
        kind: 'screen',
        what: 'removed',
        name: route,
        sentence: `The screen ${describeScreen(screen, describer.before)} is gone.`,
        details: [],
      })
  }
  return changes.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** "News" (/news/list). */
export function describeScreen(screen: Screen, textOf: TextLookup): string {
  return isOperation(screen.title) && screen.title[0] === 't'
    ? `${formatExpr(screen.title, textOf)} (${screen.route})`
    : screen.route
}

function screenDetails(before: Screen, after: Screen, describer: Describer): string[] {
  const out: string[] = []
  const report = (text: string): void => void out.push(text)
  const comparison: ScreenComparison = {
    describer,
    report,
    nodes: (previous, current) => nodeChanges(previous, current, describer),
    steps: (previous, current) => stepChanges(previous, current, describer),
  }
  for (const keyword of SCREEN_KEYWORDS) keyword.compare?.(before, after, comparison)
  compareCalls(before, after, report)
  compareRequirements(before.requires, after.requires, report)
  return out
}

function compareCalls(before: Screen, after: Screen, report: (text: string) => void): void {
  const added = Object.keys(after.calls).filter((call) => !Object.hasOwn(before.calls, call))
  const removed = Object.keys(before.calls).filter((call) => !Object.hasOwn(after.calls, call))
  if (added.length > 0) report(`It now uses the call${plural(added)} ${joinWords(added)}.`)
  if (removed.length > 0) report(`It no longer uses the call${plural(removed)} ${joinWords(removed)}.`)
}

function compareRequirements(
  before: Screen['requires'],
  after: Screen['requires'],
  report: (text: string) => void,
): void {
  for (const [kind, noun] of [
    ['widgets', 'widget'],
    ['actions', 'action'],
    ['functions', 'function'],
    ['fields', 'kind of field'],
  ] as const) {
    const added = (after[kind] ?? []).filter((name) => !before[kind]?.includes(name))
    if (added.length > 0)
      report(
        `A client now needs the ${added.length === 1 ? noun : noun.replace(/^\w+/, '$&s')} ${joinWords(added)} to draw it.`,
      )
  }
}

const plural = (list: readonly unknown[]): string => (list.length === 1 ? '' : 's')
