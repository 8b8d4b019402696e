import { LIMITS } from '../../src/core/program.ts'
import type { Expr, Json, Node, Step } from '../../src/core/program.ts'
import { didYouMean } from './nearest.ts'
import { itemsOf, member, members, stringAt } from './source.ts'
import type { JsonNode } from './source.ts'
import type { ActionDef, Branch, Call } from './contract.ts'
import { is, join } from './readFields.ts'
import { compileValue } from './value.ts'
import { toExpr } from './compileContext.ts'
import type { Place } from './compileContext.ts'
import { compileCondition } from './condition.ts'
import { checkMoney } from './money.ts'
import { BEGINNING, after } from './stepFlow.ts'
import type { Sequence } from './stepFlow.ts'
import { shownBy } from './confirmedValues.ts'
import { argumentWith, changedBy, changesIn, isDraft } from './flow/stateChanges.ts'
import { askGate, askGates, askProofs, proofOf } from './accessChecks.ts'
import { earlyEnd } from './earlyExit.ts'
import { changesWithin, withoutStates } from './invalidateFacts.ts'
import { renamed } from './substituteRefs.ts'
import { requireArguments } from './requireArguments.ts'
import type { Early } from './earlyExit.ts'
import { factsOf, LOGIN_FACTS } from './infer/facts.ts'
import type { ASTNode } from './infer/ast.ts'
import { Scope } from './infer/scope.ts'
import { typeOf } from './types.ts'
import emptyHandler from '../check/rules/empty-handler.ts'
import ignoredFailure from '../check/rules/ignored-failure.ts'
import missingProperty from '../check/rules/missing-property.ts'
import moneyOutcome from '../check/rules/money-outcome.ts'
import noSheet from '../check/rules/no-sheet.ts'
import unknownAction from '../check/rules/unknown-action.ts'
import unknownArgument from '../check/rules/unknown-argument.ts'
import unreachableStep from '../check/rules/unreachable-step.ts'
import shadowedName from '../check/rules/shadowed-name.ts'

export function compileSteps(list: JsonNode, place: Place): Step[] {
  if (itemsOf(list).length === 0) place.unit.report(emptyHandler, list, place.path, 'This handler has no step, so nothing happens.', 'Take it away, or say what is to happen.')
  return compileRow(list, place, BEGINNING).steps
}

/** Steps in a row; what has happened when they are through, and whether the screen has been left by then. */
function compileRow(list: JsonNode, place: Place, before: Sequence, from = 0): { steps: Step[]; sequence: Sequence; left: boolean; changed: ReadonlySet<string> } {
  const steps: Step[] = []
  const changed = new Set<string>()
  let { scope } = place
  let sequence = before
  let left: string | undefined
  for (const [index, node] of itemsOf(list).entries()) {
    if (index < from) continue
    const path = join(place.path, index)
    if (left !== undefined) place.unit.report(unreachableStep, node, path, `"${left}" has left the screen before this step.`)
    const { ended } = sequence
    const compiled = compileStep(node, { ...place, scope, path, ...(ended === undefined ? {} : { ended }) }, sequence)
    if (!compiled) continue
    steps.push(compiled.step)
    const { action } = compiled
    sequence = compiled.sequence
    if (action.beginsSession) scope = scope.know(LOGIN_FACTS)
    // Nothing of the one who has left is known any more.
    if (sequence.ended !== undefined && ended === undefined) scope = Scope.of(scope.names, scope.prefix)
    const { early } = compiled
    scope = withoutStates(early ? scope.know(early.facts) : scope, compiled.changed, place.unit)
    for (const state of compiled.changed) changed.add(state)
    left = compiled.left ? action.name : undefined
    if (early && index + 1 < itemsOf(list).length) {
      const rest = compileRow(list, { ...place, scope }, sequence, index + 1)
      const { branches } = compiled.step
      compiled.step.branches = { ...branches, [early.into]: [...(branches?.[early.into] ?? []), ...rest.steps] }
      return { ...rest, steps, changed: new Set([...changed, ...rest.changed]) }
    }
  }
  return { steps, sequence, left: left !== undefined, changed }
}

interface CompiledStep {
  step: Step
  action: ActionDef
  sequence: Sequence
  left: boolean
  /** States that it may have set. */
  changed: ReadonlySet<string>
  early: Early | undefined
}

function compileStep(node: JsonNode, place: Place, before: Sequence): CompiledStep | undefined {
  const { unit, path } = place
  if (!is(unit, node, 'object', path)) return undefined
  const verb = member(node, 'do')
  if (!verb) {
    unit.report(missingProperty, { start: node.offset, end: node.offset + 1 }, path, 'A step needs "do": the name of an action.')
    return undefined
  }
  if (!is(unit, verb, 'string', join(path, 'do'))) return undefined
  const name = String(verb.value)
  const action = unit.contract.actions.get(name)
  if (!action) {
    unit.report(unknownAction, verb, join(path, 'do'), `There is no action "${name}".`, didYouMean(name, unit.contract.actions.keys()))
    return undefined
  }
  unit.used.actions.add(name)
  const args: Record<string, Json> = {}
  const exprs: Record<string, Expr> = {}
  const conditions = new Map<string, ASTNode>()
  const known = action.args.properties ?? {}
  for (const member of members(node)) {
    if (member.name === 'do' || Object.hasOwn(action.branches, member.name) || Object.hasOwn(action.slots, member.name)) continue
    const schema = Object.hasOwn(known, member.name) ? known[member.name] : undefined
    const at = join(path, member.name)
    if (!schema) {
      unit.report(unknownArgument, member.key, at, `"${name}" takes no "${member.name}".`, didYouMean(member.name, [...Object.keys(known), ...Object.keys(action.branches), ...Object.keys(action.slots)]))
      continue
    }
    if (schema['x-condition'] !== undefined && member.value.type === 'string') {
      const typed = compileCondition(member.value, { ...place, path: at })
      if (typed) {
        conditions.set(member.name, typed.ast)
        exprs[member.name] = typed.expr
      }
      continue
    }
    const compiled = compileValue(member.value, schema, { ...place, path: at, holder: node, exact: true })
    if ('json' in compiled) args[member.name] = compiled.json
    else exprs[member.name] = compiled.expr
  }
  requireArguments(action, node, verb, place)
  const step: Step = { do: name, ...filled('args', unit.kind === 'part' ? renamed(args, action, (one) => unit.local(one)) : args), ...filled('exprs', exprs), at: unit.kind === 'part' ? `parts/${unit.id}#${path}` : path }
  if (before.unsure !== undefined && (action.leaves || tellsReader(action, node))) {
    unit.report(moneyOutcome, verb, path, `This runs after "${before.unsure}" even when it has failed.`, 'Put it into the "ok" or the "fail" of that call.')
  }
  checkSheet(action, verb, place)
  if (action.needsSession) askGate('login', name, verb, join(path, 'do'), place)
  const call = action.sends === undefined ? undefined : sends(action, node, place, { args, exprs }, before)
  checkSilence(action, args, node, verb, place)
  const inside: Sequence = call?.effect === 'money' ? spent(before, call.id) : action.proves === undefined ? before : { ...before, proved: new Set([...before.proved, proofOf(action.proves, stringAt(node, argumentWith(action, 'x-call') ?? ''))]) }
  const { branches, ends } = compileBranches(action, node, place, conditions, inside)
  const slots: Record<string, Node[]> = {}
  for (const slot of Object.keys(action.slots)) {
    const body = member(node, slot)
    if (body && is(unit, body, 'array', join(path, slot))) slots[slot] = place.nodes(body, { ...place, scope: withoutStates(place.scope, changesWithin(body, unit), unit), path: join(path, slot), drawn: new Set(), ...(action.opensSheet ? { inSheet: true, inBar: false } : {}) })
  }
  const as = Object.fromEntries(Object.keys(branches).flatMap((branch) => {
    const named = action.branches[branch]?.as
    return named === undefined ? [] : [[branch, named]]
  }))
  const own = changedBy(action, (argument) => stringAt(node, argument))
  if (own !== undefined) Object.assign(unit.states.get(own) ?? {}, { set: true })
  const changed = new Set([...(own === undefined ? [] : [isDraft(own) ? own : unit.local(own)]), ...(unit.nodes > LIMITS.nodes ? [] : Object.values(slots).flatMap((nodes) => changesIn(nodes, unit.contract))), ...[...ends.values()].flatMap((end) => [...end.changed])])
  const conditional = Object.entries(action.branches).flatMap(([branch, def]) => (def['x-when'] !== undefined || def['x-unless'] !== undefined ? [branch] : []))
  return {
    step: { ...step, ...filled('branches', branches), ...filled('as', as), ...filled('slots', slots) }, action, changed, early: earlyEnd(action, conditions, ends),
    sequence: next({ ...after(inside, [...ends.values()]), set: new Set([...before.set, ...changed]) }, action, Object.values(exprs), call, ends.get('fail')),
    left: action.leaves || (conditional.length > 1 && conditional.every((branch) => ends.get(branch)?.left)),
  }
}

/** One yes is good for one call. */
function spent(before: Sequence, call: string): Sequence {
  const { shown: _, unsure: __, ...rest } = before
  return { ...rest, spent: call }
}

function next(sequence: Sequence, action: ActionDef, exprs: readonly Expr[], call: Call | undefined, failed: { left: boolean } | undefined): Sequence {
  if (action.confirms) {
    const { spent: _, ...rest } = sequence
    return { ...rest, shown: [...(sequence.shown ?? []), ...exprs.flatMap(shownBy)], set: new Set() }
  }
  return { ...sequence, ...(action.endsSession ? { ended: action.name } : {}), ...(call?.effect === 'money' && !failed?.left ? { unsure: call.id } : {}) }
}

const tellsReader = (action: ActionDef, node: JsonNode): boolean =>
  !action.confirms && !action.opensSheet && Object.entries(action.args.properties ?? {}).some(([name, schema]) => schema.format === 'text' && member(node, name) !== undefined)

function checkSheet(action: ActionDef, verb: JsonNode, { unit, path, inSheet }: Place): void {
  if (!action.closesSheet || inSheet) return
  if (unit.kind === 'part') unit.closesSheet = true
  else unit.report(noSheet, verb, path, 'This step does not stand in a sheet, so there is none to close.', 'Put it into the body of {"do": "sheet", …}, or go back with {"do": "back"}.')
}

function checkSilence(action: ActionDef, args: Readonly<Record<string, Json>>, node: JsonNode, verb: JsonNode, { unit, path }: Place): void {
  const silent = argumentWith(action, 'x-silences')
  if (silent === undefined || args[silent] !== true || member(node, 'fail')) return
  unit.report(ignoredFailure, verb, path, `"${silent}" keeps the toast away, and there is no "fail" branch: nobody is told when it fails.`, `Add "fail": […], or leave out "${silent}". An empty list says that nobody needs to know.`)
}

function filled<K extends string, V>(key: K, held: Record<string, V>): Partial<Record<K, Record<string, V>>> {
  return Object.keys(held).length > 0 ? ({ [key]: held } as Record<K, Record<string, V>>) : {}
}

function sends(action: ActionDef, node: JsonNode, place: Place, given: { args: Record<string, Json>; exprs: Record<string, Expr> }, before: Sequence): Call | undefined {
  const argument = action.sends ?? ''
  const { unit } = place
  const at = member(node, argument)
  const call = unit.contract.calls.get(stringAt(node, argument) ?? '')
  if (!call || !at) return undefined
  askGates(call, at, join(place.path, argument), place)
  askProofs(call, at, { ...place, path: join(place.path, argument) }, before.proved)
  const fields = argumentWith(action, 'x-payload-of') ?? ''
  checkMoney(call, given.exprs[fields] ?? toExpr({ json: given.args[fields] ?? null }), node, at, place, before)
  return call
}

type Ends = Map<string, { sequence: Sequence; left: boolean; changed: ReadonlySet<string> }>

function compileBranches(action: ActionDef, node: JsonNode, place: Place, conditions: ReadonlyMap<string, ASTNode>, before: Sequence): { branches: Record<string, Step[]>; ends: Ends } {
  const { unit, path } = place
  const branches: Record<string, Step[]> = {}
  const ends: Ends = new Map()
  for (const [name, branch] of Object.entries(action.branches)) {
    const steps = member(node, name)
    if (!steps || !is(unit, steps, 'array', join(path, name))) continue
    let { scope } = place
    const test = conditions.get(branch['x-when'] ?? branch['x-unless'] ?? '')
    if (test) scope = scope.know(factsOf(test, branch['x-when'] !== undefined))
    if (action.beginsSession && name === 'ok') scope = scope.know(LOGIN_FACTS)
    if (branch.as !== undefined) {
      const taken = scope.names.get(branch.as)
      if (taken && (taken.kind === 'group' || taken.region)) unit.report(shadowedName, steps, join(path, name), `"${branch.as}" already stands for something else here.`)
      scope = scope.branch(branch.as, branchType(branch, action, node, place))
    }
    const { steps: compiled, ...end } = compileRow(steps, { ...place, scope, path: join(path, name) }, before)
    branches[name] = compiled
    ends.set(name, end)
  }
  return { branches, ends }
}

function branchType(branch: Branch, action: ActionDef, node: JsonNode, { unit }: Place): ReturnType<typeof typeOf> {
  if (branch.type !== 'x-call-data') return branch.type ? typeOf(branch.type) : { k: 'unknown', why: 'the action does not say what it is' }
  const call = unit.contract.calls.get(stringAt(node, action.sends ?? 'call') ?? '')
  return call ? typeOf(call.data) : { k: 'wrong' }
}
