import type { Expr, Json, Node, Step } from '../../src/core/program.ts'
import { didYouMean } from './nearest.ts'
import { itemsOf, member, members, stringAt } from './source.ts'
import type { JsonNode } from './source.ts'
import type { ActionDef, Branch } from './contract.ts'
import { is, join } from './shape.ts'
import { compileValue } from './value.ts'
import { toExpr } from './place.ts'
import type { Place } from './place.ts'
import { compileCondition } from './condition.ts'
import { checkMoney } from './money.ts'
import type { Shown } from './money.ts'
import { askGates } from './gates.ts'
import { factsOf, LOGIN_FACTS } from './infer/facts.ts'
import type { ASTNode } from './infer/ast.ts'
import { typeOf } from './types.ts'
import missingProperty from '../check/rules/missing-property.ts'
import unknownAction from '../check/rules/unknown-action.ts'
import unknownArgument from '../check/rules/unknown-argument.ts'
import unreachableStep from '../check/rules/unreachable-step.ts'
import shadowedName from '../check/rules/shadowed-name.ts'

/** Steps in a row, and what has been agreed to before them. */
export function compileSteps(list: JsonNode, place: Place, shown?: Shown): Step[] {
  const steps: Step[] = []
  let { scope } = place
  let confirmed = shown
  let left: string | undefined
  for (const [index, node] of itemsOf(list).entries()) {
    const path = join(place.path, index)
    if (left !== undefined) place.unit.report(unreachableStep, node, path, `"${left}" has left the screen before this step.`)
    const compiled = compileStep(node, { ...place, scope, path }, confirmed)
    if (!compiled) continue
    steps.push(compiled.step)
    const { action } = compiled
    if (action.confirms) confirmed = [...(confirmed ?? []), ...compiled.shown]
    if (action.beginsSession) scope = scope.know(LOGIN_FACTS)
    left = action.leaves ? action.name : undefined
  }
  return steps
}

function compileStep(node: JsonNode, place: Place, shown: Shown | undefined): { step: Step; action: ActionDef; shown: Expr[] } | undefined {
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
  const step: Step = { do: name, ...filled('args', args), ...filled('exprs', exprs), at: unit.kind === 'part' ? `parts/${unit.id}#${path}` : path }
  if (action.sends !== undefined) sends(action.sends, node, place, { args, exprs }, shown)
  const branches = compileBranches(action, node, place, conditions, shown)
  const slots: Record<string, Node[]> = {}
  for (const slot of Object.keys(action.slots)) {
    const body = member(node, slot)
    if (body && is(unit, body, 'array', join(path, slot))) slots[slot] = place.nodes(body, { ...place, path: join(path, slot) })
  }
  const as = Object.fromEntries(Object.keys(branches).flatMap((branch) => {
    const named = action.branches[branch]?.as
    return named === undefined ? [] : [[branch, named]]
  }))
  return { step: { ...step, ...filled('branches', branches), ...filled('as', as), ...filled('slots', slots) }, action, shown: Object.values(exprs) }
}

function filled<K extends string, V>(key: K, held: Record<string, V>): Partial<Record<K, Record<string, V>>> {
  return Object.keys(held).length > 0 ? ({ [key]: held } as Record<K, Record<string, V>>) : {}
}

function requireArguments(action: ActionDef, node: JsonNode, verb: JsonNode, { unit, path }: Place): void {
  const required = [
    ...(action.args.required ?? []),
    ...Object.entries(action.branches).flatMap(([name, branch]) => (branch.required ? [name] : [])),
    ...Object.entries(action.slots).flatMap(([name, slot]) => (slot.required ? [name] : [])),
  ]
  for (const name of required) if (!member(node, name)) unit.report(missingProperty, verb, path, `"${action.name}" needs "${name}".`)
  for (const [name, schema] of Object.entries(action.args.properties ?? {})) {
    const keyword = schema['x-payload-of'] === undefined ? (schema['x-params-of'] === undefined ? undefined : 'x-params-of') : 'x-payload-of'
    if (keyword === undefined || member(node, name)) continue
    const target = stringAt(node, String(schema[keyword])) ?? ''
    const wanted = keyword === 'x-payload-of' ? unit.contract.calls.get(target)?.payload : unit.neighbours.routes.get(target)?.paramSchema
    const less = stringAt(node, String(schema['x-payload-less'] ?? ''))
    const missing = (wanted?.required ?? []).filter((field) => field !== less)
    if (missing.length > 0) unit.report(missingProperty, verb, path, `"${target}" needs "${name}" with ${missing.map((field) => `"${field}"`).join(', ')}.`)
  }
}

function sends(argument: string, node: JsonNode, place: Place, given: { args: Record<string, Json>; exprs: Record<string, Expr> }, shown: Shown | undefined): void {
  const { unit } = place
  const at = member(node, argument)
  const call = unit.contract.calls.get(stringAt(node, argument) ?? '')
  if (!call || !at) return
  askGates(call, at, join(place.path, argument), place)
  const payload = given.exprs.payload ?? (given.args.payload === undefined ? null : toExpr({ json: given.args.payload }))
  checkMoney(call, payload, node, at, place, shown)
}

function compileBranches(action: ActionDef, node: JsonNode, place: Place, conditions: ReadonlyMap<string, ASTNode>, shown: Shown | undefined): Record<string, Step[]> {
  const { unit, path } = place
  const out: Record<string, Step[]> = {}
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
    out[name] = compileSteps(steps, { ...place, scope, path: join(path, name) }, shown)
  }
  return out
}

function branchType(branch: Branch, action: ActionDef, node: JsonNode, { unit }: Place): ReturnType<typeof typeOf> {
  if (branch.type !== 'x-call-data') return branch.type ? typeOf(branch.type) : { k: 'unknown', why: 'the action does not say what it is' }
  const call = unit.contract.calls.get(stringAt(node, action.sends ?? 'call') ?? '')
  return call ? typeOf(call.data) : { k: 'wrong' }
}
