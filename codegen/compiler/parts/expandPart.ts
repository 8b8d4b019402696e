import { awaitedBy } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import { readsLocal, someExprWithinNodes } from '../../../src/engine/language/expressions/visit.ts'
import { member, members } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { joinPath, nesting } from '../lower/readFields.ts'
import { reportRawNumber } from '../locales/text.ts'
import { compileValue } from '../lower/value.ts'
import { statePathOf } from './refParam.ts'
import { passQueryByRef, passStateByRef } from './refParams.ts'
import { checkSentParam } from '../contract/money.ts'
import { NODE_KEYWORDS } from '../keywords/node/index.ts'
import { substituteRefs } from './substituteRefs.ts'
import type { RefArgument } from './substituteRefs.ts'
import { checkCurrencyPairing } from '../flow/currencyPairing.ts'
import type { GivenValue } from '../flow/currencyPairing.ts'
import { WRONG_EXPR } from '../infer/types.ts'
import { toExpr } from '../lower/compileContext.ts'
import type { PartParam } from './compiledPart.ts'
import type { CompileContext } from '../lower/compileContext.ts'
import { amountsOfState } from '../flow/amountsOfState.ts'
import { checkRule } from '../contract/accessChecks.ts'
import { countOperations } from '../lower/exprSize.ts'
import { replaceLocals } from './replaceLocals.ts'
import type { Schema } from '../contract/schema.ts'
import { INPUT_LIMITS } from '../source/limits.ts'

/** Expands the use of a part: its root node with the parameters bound in `let`. */
export function expandPart(
  name: JsonNode,
  given: JsonNode | undefined,
  context: CompileContext,
  placement: Partial<Node>,
): Node | undefined {
  const { unit, path } = context
  const id = String(name.value)
  const part = unit.projectIndex.part(id)
  if (part !== 'missing') unit.mention({ kind: 'part', name: id }, name)
  if (part === 'missing') {
    unit.emit({ event: 'unknownPart', part: id, parts: unit.projectIndex.partIds() }, name, joinPath(path, 'part'))
    return undefined
  }
  // Its syntax errors are reported in its own file.
  if (part === 'unparsed') {
    unit.use('parts', id)
    return undefined
  }
  if (part === 'cyclic') {
    unit.emit({ event: 'partCycle', part: id }, name, joinPath(path, 'part'))
    return undefined
  }
  unit.use('parts', id)
  if (part === 'deep') {
    unit.emit({ event: 'tooManyParts' }, name, joinPath(path, 'part'))
    return undefined
  }
  const repeaters = (context.repeaters ?? 0) + part.repeaters
  const rows = (context.rows ?? 1) * part.rows
  unit.used.include(part.used)
  unit.nodes += part.nodes - 1
  unit.depth = Math.max(unit.depth, nesting(path) + part.depth)
  unit.repeaters = Math.max(unit.repeaters, repeaters)
  unit.rows = Math.max(unit.rows, rows)
  unit.emit({ event: 'partUsed', rows, repeaters, own: part }, name, joinPath(path, 'part'))
  for (const [accessRule, call] of part.requiredRules)
    checkRule(accessRule, call, name, joinPath(path, 'part'), context)
  if (part.closesSheet && !context.inSheet) {
    if (unit.kind === 'part') unit.closesSheet = true
    else unit.emit({ event: 'partClosesNoSheet', part: id }, name, joinPath(path, 'part'))
  }
  const bound: Record<string, Expr> = {}
  const refArguments = new Map<string, RefArgument>()
  const setsState = [...part.params.values()].some(({ ref }) => ref && 'state' in ref)
  const compiled: GivenValue[] = []
  for (const member of members(given)) {
    const param = part.params.get(member.name)
    const at = joinPath(path, `props/${member.name}`)
    if (!param) {
      if (given) unit.misnamed.add(given)
      unit.emit({ event: 'unknownPartParam', part: id, name: member.name, params: part.params.keys() }, member.key, at)
      continue
    }
    unit.mention({ kind: 'param', name: member.name, owner: partFile(id) }, member.key)
    const inner = { ...context, path: at, ...(given ? { holder: given } : {}) }
    const { ref } = param
    if (ref && 'query' in ref) {
      if (context.inBar) unit.emit({ event: 'waitingPartInToolbar', part: id }, member.value, at)
      const refArgument = passQueryByRef(member.value, { ref }, inner)
      if (refArgument) refArguments.set(`${id}:${member.name}`, refArgument)
      continue
    }
    if (ref) {
      const refArgument = passStateByRef(member.value, { schema: param.schema, ref }, inner)
      if (!refArgument) continue
      if ([...refArguments.values()].some((other) => other.state === refArgument.state))
        unit.emit({ event: 'stateGivenTwice' }, member.value, at)
      refArguments.set(`${id}:${member.name}`, refArgument)
      compiled.push({ name: member.name, node: member.value, value: refArgument.value })
      continue
    }
    const schema = param.required || param.default !== undefined ? param.schema : optionalSchema(param.schema)
    // Steps of the part read the value again after they have changed the state.
    const value = compileValue(
      member.value,
      schema,
      setsState ? { ...inner, scope: inner.scope.withoutResults() } : inner,
    )
    if (value.type && param.schema.type === 'string')
      reportRawNumber(value.type, member.value, { ...context, path: at })
    compiled.push({ name: member.name, node: member.value, value })
    bound[`${id}:${member.name}`] = toExpr(value)
    if (part.sent.has(member.name))
      checkSentParam(id, member.name, toExpr(value), member.value, { ...context, path: at })
  }
  const passed = new Set(members(given).map(({ value }) => statePathOf(value, unit.kind).join('.')))
  for (const { name: param, value } of members(given)) {
    const ref = part.params.get(param)?.ref
    if (!refArguments.has(`${id}:${param}`) || !ref || !('state' in ref) || !ref.state.set) continue
    const state = statePathOf(value, unit.kind).join('.')
    const left = amountsOfState(state, unit.states).find((amount) => !passed.has(amount))
    if (left !== undefined)
      unit.emit(
        { event: 'amountOfCurrencyNotGiven', part: id, unit: state, amount: left },
        value,
        joinPath(path, `props/${param}`),
      )
  }
  checkCurrencyPairing(
    compiled,
    Object.fromEntries([...part.params].map(([param, def]) => [param, schemaWithDefault(def)])),
    context,
    (param) => joinPath(path, `props/${param}`),
  )
  const isMisnamed = [given, name.parent?.parent].some((node) => node && unit.misnamed.has(node))
  for (const [param, { required, default: fallback, ref }] of part.params) {
    if (member(given, param)) continue
    if (required && !isMisnamed)
      unit.emit({ event: 'partParamMissing', part: id, name: param }, name, joinPath(path, 'props'))
    if (!ref) bound[`${id}:${param}`] = fallback ?? (required ? WRONG_EXPR : null)
  }
  if (!part.root) return undefined
  const root = refArguments.size === 0 ? part.root : substituteRefs(part.root, refArguments, unit.contract)
  const awaited = awaitedBy(placement)
  if (awaitedBy(root) !== undefined && awaited !== undefined)
    unit.emit({ event: 'partWaitsTwice', part: id, query: awaited }, name, joinPath(path, 'part'))
  reportRowsWhileWaiting(id, given, { root, bound, each: placement.each }, context)
  const merged = merge(root, bound, placement)
  if (countOperations(Object.values(merged.let ?? {}), INPUT_LIMITS.operations) <= INPUT_LIMITS.operations)
    return merged
  unit.emit({ event: 'largeParameters' }, name, joinPath(path, 'part'))
  return undefined
}

/** A part keeps the default of a parameter beside its schema. */
const schemaWithDefault = ({ schema, default: fallback }: PartParam): Schema =>
  typeof fallback === 'string' ? { ...schema, default: fallback } : schema

/** Reports the parameters that read a row and are shown while the part waits: it waits once for all rows. */
function reportRowsWhileWaiting(
  id: string,
  given: JsonNode | undefined,
  { root, bound, each }: { root: Node; bound: Readonly<Record<string, Expr>>; each: Node['each'] },
  { unit, path }: CompileContext,
): void {
  if (!each || !root.loading) return
  const rowNames = each.index === undefined ? [each.as] : [each.as, each.index]
  for (const { name: param, value } of members(given)) {
    const local = `${id}:${param}`
    const read = rowNames.find((row) => readsLocal(bound[local] ?? null, row))
    if (read !== undefined && loadingReads(root, local))
      unit.emit({ event: 'rowWhileWaiting', part: id, param, row: read }, value, joinPath(path, `props/${param}`))
  }
}

/** Whether the loading placeholder of a part's root reads a parameter, also through the part that the root itself uses. */
function loadingReads({ loading = [], let: inner = {} }: Node, param: string): boolean {
  const names = [param, ...Object.keys(inner).filter((name) => readsLocal(inner[name] ?? null, param))]
  return someExprWithinNodes(loading, (expr) => readsLocal(expr, ...names))
}

/** The file of a part. */
export const partFile = (id: string): string => `screens/parts/${id}.json`

const optionals = new WeakMap<Schema, Schema>()
function optionalSchema(schema: Schema): Schema {
  const optional = optionals.get(schema) ?? {
    ...schema,
    ...(schema.type === undefined
      ? {}
      : { type: [...(Array.isArray(schema.type) ? schema.type : [schema.type]), 'null'] }),
  }
  optionals.set(schema, optional)
  return optional
}

/** The root has what its use adds; the parameters of a part within a part's root are written out. */
function merge(root: Node, bound: Record<string, Expr>, placement: Partial<Node>): Node {
  const inner = Object.fromEntries(
    Object.entries(root.let ?? {}).map(([name, expr]) => [name, replaceLocals(expr, bound)]),
  )
  const names = { ...bound, ...inner }
  const joined = Object.fromEntries(
    NODE_KEYWORDS.flatMap(({ name, join }) => {
      const [use, own] = [placement, root].map((node) => node[name as keyof Node])
      return join && use !== undefined && own !== undefined ? [[name, join(use, own)]] : []
    }),
  )
  return { ...root, ...placement, ...joined, ...(Object.keys(names).length > 0 ? { let: names } : {}) }
}
