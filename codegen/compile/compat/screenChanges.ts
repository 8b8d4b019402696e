import type { Query, Expr, Json, Screen } from '../../../src/core/program.ts'
import { isOperation } from '../../../src/core/visit.ts'
import { canonicalJson } from '../../../src/core/sha256.ts'
import type { Change } from './change.ts'
import type { CatalogueSnapshot } from './snapshot.ts'
import { describeCondition, nodeChanges, stepChanges } from './nodeChanges.ts'
import type { Describer } from './nodeChanges.ts'
import { joinWords, quote, formatExpr, formatJson } from './formatExpr.ts'
import type { TextLookup } from './formatExpr.ts'

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

/** "Withdraw" (/pages/assets/withdraw). */
export function describeScreen(screen: Screen, textOf: TextLookup): string {
  return isOperation(screen.title) && screen.title[0] === 't'
    ? `${formatExpr(screen.title, textOf)} (${screen.route})`
    : screen.route
}

function screenDetails(before: Screen, after: Screen, describer: Describer): string[] {
  const out: string[] = []
  const report = (text: string): void => void out.push(text)
  if (differ(before.title, after.title))
    report(
      `Its title is now ${formatExpr(after.title, describer.after)} instead of ${formatExpr(before.title, describer.before)}.`,
    )
  if (before.navigationBar !== after.navigationBar)
    report(`Its navigation bar is now "${after.navigationBar}" instead of "${before.navigationBar}".`)
  for (const one of nodeChanges(before.toolbar ?? [], after.toolbar ?? [], describer)) report(`In its toolbar: ${one}`)
  compareAccess(before.access, after.access, report)
  compareParams(before.params, after.params, report)
  compareState(before, after, describer, report)
  for (const name of keys(before.queries, after.queries))
    compareQueries(name, before.queries[name], after.queries[name], describer, report)
  for (const one of stepChanges(before.onShow, after.onShow, describer)) report(`When it is shown: ${one}`)
  out.push(...nodeChanges(before.body, after.body, describer))
  compareCalls(before, after, report)
  compareRequirements(before.requires, after.requires, report)
  return out
}

function compareAccess(before: readonly string[], after: readonly string[], report: (text: string) => void): void {
  const added = after.filter((accessRule) => !before.includes(accessRule))
  const removed = before.filter((accessRule) => !after.includes(accessRule))
  if (added.length > 0) report(`It now asks for ${joinWords(added.map(quote))}.`)
  if (removed.length > 0) report(`It no longer asks for ${joinWords(removed.map(quote))}.`)
}

function compareParams(before: Screen['params'], after: Screen['params'], report: (text: string) => void): void {
  for (const name of keys(before, after)) {
    const [previous, current] = [before[name], after[name]]
    if (!previous && current)
      report(`It has the new parameter "${name}"${current.required ? ', which is required' : ''}.`)
    else if (previous && !current) report(`It has no parameter "${name}" any more.`)
    else if (previous && current) {
      if (previous.type !== current.type)
        report(`Its parameter "${name}" is now of type ${current.type} instead of ${previous.type}.`)
      if (previous.format !== current.format)
        report(
          `Its parameter "${name}" ${current.format === undefined ? 'may now be any text' : `is now held to the format "${current.format}"`}.`,
        )
      if (differ(previous.enum, current.enum))
        report(
          `Its parameter "${name}" now takes ${current.enum ? `only ${current.enum.map(formatJson).join(', ')}` : 'any value'}.`,
        )
      if ((previous.required === true) !== (current.required === true))
        report(`Its parameter "${name}" ${current.required ? 'is now required' : 'need no longer be given'}.`)
      if (differ(previous.default, current.default))
        report(
          `Its parameter "${name}" is now ${formatJson(current.default)} when it is not given, instead of ${formatJson(previous.default)}.`,
        )
    }
  }
}

function compareState(
  { state: before, initialExprs: first = {} }: Screen,
  { state: after, initialExprs: next = {} }: Screen,
  describer: Describer,
  report: (text: string) => void,
): void {
  for (const name of keys(before, after)) {
    if (!Object.hasOwn(before, name)) report(`It keeps the new state "${name}".`)
    else if (!Object.hasOwn(after, name)) report(`It keeps no state "${name}" any more.`)
    else if (differ(first[name], next[name]))
      report(
        `Its state "${name}" begins with ${formatInitialState(name, after, next, describer.after)} instead of ${formatInitialState(name, before, first, describer.before)}.`,
      )
    else if (differ(before[name], after[name]))
      report(`Its state "${name}" begins with ${formatJson(after[name])} instead of ${formatJson(before[name])}.`)
  }
}

const formatInitialState = (
  name: string,
  state: Screen['state'],
  begins: NonNullable<Screen['initialExprs']>,
  lookup: TextLookup,
): string => (Object.hasOwn(begins, name) ? formatExpr(begins[name] ?? null, lookup) : formatJson(state[name]))

function compareQueries(
  name: string,
  before: Query | undefined,
  after: Query | undefined,
  describer: Describer,
  report: (text: string) => void,
): void {
  if (!before && after) return report(`It now reads "${name}" from ${after.call}.`)
  if (before && !after) return report(`It no longer reads "${name}" from ${before.call}.`)
  if (!before || !after || !differ(before, after)) return
  if (before.call !== after.call) report(`Its query "${name}" now comes from ${after.call} instead of ${before.call}.`)
  if (differ(before.payload, after.payload))
    report(
      `Its query "${name}" is now sent with ${formatOptional(after.payload, describer.after)} instead of ${formatOptional(before.payload, describer.before)}.`,
    )
  describeCondition('is fetched', before.enabled, after.enabled, describer, (text) =>
    report(`Its query "${name}"${text}`),
  )
  describeCondition('is empty', before.emptyWhen, after.emptyWhen, describer, (text) =>
    report(`Its query "${name}"${text}`),
  )
  if (before.refreshSeconds !== after.refreshSeconds)
    report(
      after.refreshSeconds === undefined
        ? `Its query "${name}" no longer refreshes by itself.`
        : `Its query "${name}" now refreshes every ${after.refreshSeconds} s.`,
    )
  for (const placeholder of ['loading', 'error', 'empty'] as const) {
    for (const one of nodeChanges(
      before.placeholders?.[placeholder] ?? [],
      after.placeholders?.[placeholder] ?? [],
      describer,
    ))
      report(`In the ${placeholder} look of "${name}": ${one}`)
  }
}

const formatOptional = (expr: Expr | undefined, textOf: TextLookup): string =>
  expr === undefined ? 'nothing' : formatExpr(expr, textOf)

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
const keys = (...records: Readonly<Record<string, unknown>>[]): string[] =>
  [...new Set(records.flatMap((one) => Object.keys(one)))].toSorted()
const differ = (a: Json | Expr | Query | undefined, b: Json | Expr | Query | undefined): boolean =>
  canonicalJson(a ?? null) !== canonicalJson(b ?? null)
