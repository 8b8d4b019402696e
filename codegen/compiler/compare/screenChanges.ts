import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import { isOperation } from '../../../src/engine/language/expressions/visit.ts'
import { SCREEN_KEYWORDS } from '../keywords/screen/index.ts'
import type { Change, ChangeDetail, ChangeParam, ScreenSubject } from './change.ts'
import type { TextLookup } from './formatExpr.ts'
import { nodeChanges, stepChanges } from './nodeChanges.ts'
import type { Describer } from './nodeComparison.ts'
import type { ScreenComparison } from './screenComparison.ts'
import { missingOnClients } from './releasedScreens.ts'
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
      const details = screenDetails(previous, screen, after.clients, describer)
      if (details.length > 0)
        changes.push({
          kind: 'screen',
          what: 'changed',
          name: route,
          head: { code: 'screen/changed', params: { screen: { screen: subjectOf(screen, describer.after) } } },
          details,
        })
    } else if (elsewhere && !after.screens.has(elsewhere.route)) {
      moved.add(elsewhere.route)
      changes.push({
        kind: 'screen',
        what: 'changed',
        name: route,
        head: {
          code: 'screen/moved',
          params: { screen: { screen: subjectOf(screen, describer.after) }, from: elsewhere.route },
        },
        details: screenDetails(elsewhere, screen, after.clients, describer),
      })
    } else
      changes.push({
        kind: 'screen',
        what: 'added',
        name: route,
        head: { code: 'screen/added', params: { screen: { screen: subjectOf(screen, describer.after) } } },
        details: [],
      })
  }
  for (const [route, screen] of before.screens) {
    if (!after.screens.has(route) && !moved.has(route))
      changes.push({
        kind: 'screen',
        what: 'removed',
        name: route,
        head: { code: 'screen/removed', params: { screen: { screen: subjectOf(screen, describer.before) } } },
        details: [],
      })
  }
  return changes.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** A screen by its title and route. */
export const subjectOf = ({ title, route }: Screen, textOf: TextLookup): ScreenSubject => ({
  title: isOperation(title) && title[0] === 't' ? textOf(title[1]) : null,
  route,
})

function screenDetails(
  before: Screen,
  after: Screen,
  clients: CatalogueSnapshot['clients'],
  describer: Describer,
): ChangeDetail[] {
  const out: ChangeDetail[] = []
  const report = (detail: ChangeDetail): void => void out.push(detail)
  const comparison: ScreenComparison = {
    describer,
    report,
    nodes: (previous, current) => nodeChanges(previous, current, describer),
    steps: (previous, current) => stepChanges(previous, current, describer),
  }
  for (const keyword of SCREEN_KEYWORDS) keyword.compare?.(before, after, comparison)
  compareCalls(before, after, report)
  compareRequirements(before.requires, after.requires, clients, report)
  return out
}

type Report = (detail: ChangeDetail) => void

function compareCalls(before: Screen, after: Screen, report: Report): void {
  const added = Object.keys(after.calls).filter((call) => !Object.hasOwn(before.calls, call))
  const removed = Object.keys(before.calls).filter((call) => !Object.hasOwn(after.calls, call))
  reportNames('calls/added', added, report)
  reportNames('calls/removed', removed, report)
}

const REQUIRED = ['widgets', 'actions', 'functions', 'fields'] as const
const NO_REQUIREMENTS: Screen['requires'] = { widgets: [], actions: [], functions: [] }

/** Reports additional requirements that a released client does not meet. */
function compareRequirements(
  before: Screen['requires'],
  after: Screen['requires'],
  clients: CatalogueSnapshot['clients'],
  report: Report,
): void {
  const isLacking = (kind: (typeof REQUIRED)[number], name: string): boolean =>
    missingOnClients({ ...NO_REQUIREMENTS, [kind]: [name] }, clients).some(({ lacks }) => lacks.length > 0)
  for (const kind of REQUIRED)
    reportNames(
      `requires/${kind}`,
      (after[kind] ?? [])
        .filter((name) => !before[kind]?.includes(name) && isLacking(kind, name))
        .map((capability) => ({ capability })),
      report,
    )
}

function reportNames(code: string, names: readonly ChangeParam[], report: Report): void {
  if (names.length > 0) report({ code, params: { count: names.length, names: { list: names } } })
}
