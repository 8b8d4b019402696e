import type { DataRegion, Expr, Json, Screen } from '../../../src/core/program.ts'
import { canonical } from '../../../src/core/sha256.ts'
import type { Change } from './change.ts'
import type { Side } from './snapshot.ts'
import { condition, nodeChanges, stepChanges } from './nodeChanges.ts'
import type { Tongue } from './nodeChanges.ts'
import { listed, quote, sayExpr, sayJson } from './formatExpr.ts'
import type { Lookup } from './formatExpr.ts'

/** Screens that came, went, moved to another route or are another than before. */
export function screenChanges(before: Side, after: Side, tongue: Tongue): Change[] {
  const changes: Change[] = []
  const byId = new Map([...before.screens.values()].map((screen) => [screen.id, screen]))
  const moved = new Set<string>()
  for (const [route, screen] of after.screens) {
    const was = before.screens.get(route)
    const elsewhere = byId.get(screen.id)
    if (was) {
      const details = screenDetails(was, screen, tongue)
      if (details.length > 0) changes.push({ kind: 'screen', what: 'changed', name: route, sentence: `The screen ${nameOf(screen, tongue.after)} has changed.`, details })
    } else if (elsewhere && !after.screens.has(elsewhere.route)) {
      moved.add(elsewhere.route)
      changes.push({ kind: 'screen', what: 'changed', name: route, sentence: `The screen ${nameOf(screen, tongue.after)} has moved here from ${elsewhere.route}.`, details: screenDetails(elsewhere, screen, tongue) })
    } else changes.push({ kind: 'screen', what: 'added', name: route, sentence: `The screen ${nameOf(screen, tongue.after)} is new.`, details: [] })
  }
  for (const [route, screen] of before.screens) {
    if (!after.screens.has(route) && !moved.has(route)) changes.push({ kind: 'screen', what: 'removed', name: route, sentence: `The screen ${nameOf(screen, tongue.before)} is gone.`, details: [] })
  }
  return changes.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** "Withdraw" (/pages/assets/withdraw). */
export function nameOf(screen: Screen, words: Lookup): string {
  return Array.isArray(screen.title) && screen.title[0] === 't' ? `${sayExpr(screen.title, words)} (${screen.route})` : screen.route
}

function screenDetails(before: Screen, after: Screen, tongue: Tongue): string[] {
  const out: string[] = []
  const tell = (text: string): void => void out.push(text)
  if (differ(before.title, after.title)) tell(`Its title is now ${sayExpr(after.title, tongue.after)} instead of ${sayExpr(before.title, tongue.before)}.`)
  if (before.nav !== after.nav) tell(`Its navigation bar is now "${after.nav}" instead of "${before.nav}".`)
  for (const one of nodeChanges(before.bar ?? [], after.bar ?? [], tongue)) tell(`In its bar: ${one}`)
  access(before.access, after.access, tell)
  params(before.params, after.params, tell)
  state(before, after, tongue, tell)
  for (const name of keys(before.data, after.data)) region(name, before.data[name], after.data[name], tongue, tell)
  for (const one of stepChanges(before.onShow, after.onShow, tongue)) tell(`When it is shown: ${one}`)
  out.push(...nodeChanges(before.body, after.body, tongue))
  calls(before, after, tell)
  requires(before.requires, after.requires, tell)
  return out
}

function access(before: readonly string[], after: readonly string[], tell: (text: string) => void): void {
  const asks = after.filter((gate) => !before.includes(gate))
  const dropped = before.filter((gate) => !after.includes(gate))
  if (asks.length > 0) tell(`It now asks for ${listed(asks.map(quote))}.`)
  if (dropped.length > 0) tell(`It no longer asks for ${listed(dropped.map(quote))}.`)
}

function params(before: Screen['params'], after: Screen['params'], tell: (text: string) => void): void {
  for (const name of keys(before, after)) {
    const [was, is] = [before[name], after[name]]
    if (!was && is) tell(`It has the new parameter "${name}"${is.required ? ', which is required' : ''}.`)
    else if (was && !is) tell(`It has no parameter "${name}" any more.`)
    else if (was && is) {
      if (was.type !== is.type) tell(`Its parameter "${name}" is now of type ${is.type} instead of ${was.type}.`)
      if (was.format !== is.format) tell(`Its parameter "${name}" ${is.format === undefined ? 'may now be any text' : `is now held to the format "${is.format}"`}.`)
      if (differ(was.enum, is.enum)) tell(`Its parameter "${name}" now takes ${is.enum ? `only ${is.enum.map(sayJson).join(', ')}` : 'any value'}.`)
      if ((was.required === true) !== (is.required === true)) tell(`Its parameter "${name}" ${is.required ? 'is now required' : 'need no longer be given'}.`)
      if (differ(was.default, is.default)) tell(`Its parameter "${name}" is now ${sayJson(is.default)} when it is not given, instead of ${sayJson(was.default)}.`)
    }
  }
}

function state({ state: before, begins: first = {} }: Screen, { state: after, begins: next = {} }: Screen, tongue: Tongue, tell: (text: string) => void): void {
  for (const name of keys(before, after)) {
    if (!Object.hasOwn(before, name)) tell(`It keeps the new state "${name}".`)
    else if (!Object.hasOwn(after, name)) tell(`It keeps no state "${name}" any more.`)
    else if (differ(first[name], next[name])) tell(`Its state "${name}" begins with ${sayFirst(name, after, next, tongue.after)} instead of ${sayFirst(name, before, first, tongue.before)}.`)
    else if (differ(before[name], after[name])) tell(`Its state "${name}" begins with ${sayJson(after[name])} instead of ${sayJson(before[name])}.`)
  }
}

const sayFirst = (name: string, state: Screen['state'], begins: NonNullable<Screen['begins']>, lookup: Lookup): string => (Object.hasOwn(begins, name) ? sayExpr(begins[name] ?? null, lookup) : sayJson(state[name]))

function region(name: string, before: DataRegion | undefined, after: DataRegion | undefined, tongue: Tongue, tell: (text: string) => void): void {
  if (!before && after) return tell(`It now reads "${name}" from ${after.call}.`)
  if (before && !after) return tell(`It no longer reads "${name}" from ${before.call}.`)
  if (!before || !after || !differ(before, after)) return
  if (before.call !== after.call) tell(`Its data "${name}" now comes from ${after.call} instead of ${before.call}.`)
  if (differ(before.payload, after.payload)) tell(`Its data "${name}" is now asked for with ${sayMaybe(after.payload, tongue.after)} instead of ${sayMaybe(before.payload, tongue.before)}.`)
  condition('is fetched', before.when, after.when, tongue, (text) => tell(`Its data "${name}"${text}`))
  condition('is empty', before.emptyWhen, after.emptyWhen, tongue, (text) => tell(`Its data "${name}"${text}`))
  if (before.every !== after.every) tell(after.every === undefined ? `Its data "${name}" no longer refreshes by itself.` : `Its data "${name}" now refreshes every ${after.every} s.`)
  for (const look of ['loading', 'error', 'empty'] as const) {
    for (const one of nodeChanges(before.looks?.[look] ?? [], after.looks?.[look] ?? [], tongue)) tell(`In the ${look} look of "${name}": ${one}`)
  }
}

const sayMaybe = (expr: Expr | undefined, words: Lookup): string => (expr === undefined ? 'nothing' : sayExpr(expr, words))

function calls(before: Screen, after: Screen, tell: (text: string) => void): void {
  const added = Object.keys(after.calls).filter((call) => !Object.hasOwn(before.calls, call))
  const gone = Object.keys(before.calls).filter((call) => !Object.hasOwn(after.calls, call))
  if (added.length > 0) tell(`It now uses the call${plural(added)} ${listed(added)}.`)
  if (gone.length > 0) tell(`It no longer uses the call${plural(gone)} ${listed(gone)}.`)
}

function requires(before: Screen['requires'], after: Screen['requires'], tell: (text: string) => void): void {
  for (const [kind, noun] of [['widgets', 'widget'], ['actions', 'action'], ['functions', 'function'], ['fields', 'kind of field']] as const) {
    const added = (after[kind] ?? []).filter((name) => !before[kind]?.includes(name))
    if (added.length > 0) tell(`A client now needs the ${added.length === 1 ? noun : noun.replace(/^\w+/, '$&s')} ${listed(added)} to draw it.`)
  }
}

const plural = (list: readonly unknown[]): string => (list.length === 1 ? '' : 's')
const keys = (...held: Readonly<Record<string, unknown>>[]): string[] => [...new Set(held.flatMap((one) => Object.keys(one)))].toSorted()
const differ = (a: Json | Expr | DataRegion | undefined, b: Json | Expr | DataRegion | undefined): boolean => canonical(a ?? null) !== canonical(b ?? null)
