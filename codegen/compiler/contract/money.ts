import type { Expr, Json } from '../../../src/engine/language/expressions/program.ts'
import { operationsOf, sameExpr } from '../../../src/engine/language/expressions/visit.ts'
import type { Call } from './contract.ts'
import { mutableReadBy } from '../flow/mutable.ts'
import type { Mutable } from '../flow/mutable.ts'
import { itemsOf, member } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { CompileContext } from '../lower/compileContext.ts'
import { joinPath } from '../lower/readFields.ts'
import { typesOf } from './schema.ts'
import type { Schema } from './schema.ts'
import type { StepFlow } from '../flow/stepFlow.ts'
import { canDiffer, DisplayedValues, isSelection, type Selection } from '../flow/displayedValues.ts'
import type { ConfirmedTexts } from '../flow/confirmations.ts'
import type { Signatures } from './functions.ts'
import { pathKey } from '../infer/astKey.ts'
import { factsAbout, narrow } from '../infer/facts.ts'
import { hasError, nonNull } from '../infer/types.ts'
import { fieldOf, isPromise, sentValues, type SentValue } from './sentValues.ts'

/** Checks that a call of effect "money" has the user's confirmation and a failure branch, and that a confirmed call sends what is shown. */
export function checkSentPayload(
  call: Call,
  payload: Expr,
  node: JsonNode,
  at: JsonNode,
  context: CompileContext,
  before: StepFlow,
): void {
  checkSessionConstants(call, payload, member(node, 'payload'), at, {
    ...context,
    path: joinPath(context.path, 'payload'),
  })
  if (call.effect === 'read') return
  const { confirmed } = before
  if (call.effect === 'money') {
    checkPayment(call, node, at, context, before)
    checkSession(call, payload, at, context, before)
    // A payment without a confirmation promises nothing.
    for (const field of confirmed ? missingPromises(call.payload, payload, '') : [])
      context.unit.emit({ event: 'figureNotPromised', call: call.id, field }, at, context.path)
  }
  if (!confirmed) return
  const payloadNode = member(node, 'payload')
  // The values that a text with an error shows are not known.
  if ([...confirmed, ...(before.drawn ?? [])].some(hasError)) return
  const displayed = new DisplayedValues(context.unit.contract.signatures)
  const inView = confirmed.filter((text) => !before.folded?.includes(text))
  const values = inView.flatMap((text) => displayed.of(text))
  const folded = (before.folded ?? []).flatMap((text) => displayed.of(text))
  // Figures that are rounded against the user in view, and exact in a row that is folded away.
  const withRounded = new DisplayedValues(context.unit.contract.signatures, true)
  const rounded = folded.length === 0 ? [] : inView.flatMap((text) => withRounded.of(text))
  const detailed = folded.filter((value) => rounded.some((shown) => sameExpr(shown, value)))
  for (const sent of sentValues(call.payload, payload)) {
    if (hasError(sent.expr)) continue
    const here = nodeAt(payloadNode, sent.path) ?? at
    if (call.figures?.from === 'live' && isPromise(sent))
      checkLivePromise(sent, before.drawn ?? [], before, here, context)
    else if (sent.isAmount)
      checkAmount(sent, isPromise(sent) ? [...values, ...detailed] : values, before, here, context)
    else checkField(sent, confirmed, before, here, context)
  }
}

/** Reports a constant for a field that has the name and the values of a member of the session, unless conditions prove it. `node`: of the payload. */
function checkSessionConstants(
  { payload: schema }: Call,
  payload: Expr,
  node: JsonNode | undefined,
  at: JsonNode,
  { unit, path, scope }: CompileContext,
): void {
  const session = scope.names.get('session')
  if (session?.kind !== 'group') return
  for (const [name, { enum: all = [] }] of Object.entries(schema.properties ?? {})) {
    const given = fieldOf(payload, name)
    const values = all.filter((item) => item !== null)
    const own = typeof given === 'string' && values.length > 1 ? session.member(name) : undefined
    if (own?.kind !== 'value' || own.type.k !== 'string' || own.type.enum?.length !== values.length) continue
    if (!values.every((value) => own.type.k === 'string' && own.type.enum?.includes(String(value)))) continue
    const known = narrow(own.type, factsAbout(scope.facts, pathKey('session', name)))
    if (known.k === 'string' && known.enum?.length === 1 && known.enum[0] === given) continue
    unit.emit(
      { event: 'constantOfSession', name, value: String(given) },
      nodeAt(node, name) ?? at,
      joinPath(path, name),
    )
  }
}

function checkPayment(call: Call, node: JsonNode, at: JsonNode, context: CompileContext, before: StepFlow): void {
  const { unit, path } = context
  if (itemsOf(member(node, 'onError')).length === 0)
    unit.emit(
      { event: 'noFailureBranch', call: call.id, isEmpty: member(node, 'onError') !== undefined },
      member(node, 'onError') ?? at,
      joinPath(path, 'onError'),
    )
  if (before.confirmed) return
  if (before.consumedBy !== undefined) unit.emit({ event: 'moneySentTwice', sent: before.consumedBy }, at, path)
  else unit.emit({ event: 'moneyNotConfirmed', call: call.id }, at, path)
}

/** A change of the session between the confirmation and the call, which no field of the payload reads. */
function checkSession(call: Call, payload: Expr, at: JsonNode, { unit, path }: CompileContext, before: StepFlow): void {
  const changed = [...before.written].find(({ kind }) => kind === 'session')
  if (!before.confirmed || !changed) return
  const reads = operationsOf(payload).map(mutableReadBy)
  if (!reads.some((read) => read && before.written.has(read)))
    unit.emit({ event: 'sentAfterSessionChange', call: call.id, name: changed.name }, at, path)
}

/** Whether a press starts a payment, whose control is disabled while it runs; reports another trigger. */
export function isStartedByPress(call: Call, at: JsonNode, { unit, path, trigger }: CompileContext): boolean {
  if (!trigger || trigger.guarded) return true
  unit.emit({ event: 'moneyStartedAgain', call: call.id, trigger: trigger.name, widget: trigger.widget }, at, path)
  return false
}

function checkAmount(
  { path: name, expr }: SentValue,
  shown: readonly Expr[],
  before: StepFlow,
  at: JsonNode,
  context: CompileContext,
): void {
  const other = expr === undefined ? undefined : otherAmountOf(name, expr, context)
  if (other !== undefined) {
    context.unit.emit({ event: 'amountOfOtherField', name, other }, at, joinPath(context.path, `payload/${name}`))
    return
  }
  if (expr !== undefined && shown.some((value) => sameExpr(value, expr))) {
    checkUnchanged(name, expr, before, at, context)
    return
  }
  context.unit.emit(
    { event: 'amountNotConfirmed', field: name, isOfList: expr === undefined },
    at,
    joinPath(context.path, `payload/${name}`),
  )
}

/** A figure that follows the price is drawn by a node of the confirmation: what it shows at the press is sent. */
function checkLivePromise(
  { path: name, expr }: SentValue,
  drawn: readonly Expr[],
  before: StepFlow,
  at: JsonNode,
  context: CompileContext,
): void {
  if (expr !== undefined && drawn.some((value) => sameExpr(value, expr)))
    checkUnchanged(name, expr, before, at, context, true)
  else context.unit.emit({ event: 'promiseNotDrawn', field: name }, at, joinPath(context.path, `payload/${name}`))
}

/** The field of an object that an amount is read of, where the object has an amount with the name of the field that is sent. */
function otherAmountOf(name: string, expr: Expr, { scope }: CompileContext): string | undefined {
  if (!isSelection(expr) || expr[2] === name) return undefined
  const [, object, other] = expr
  for (const binding of scope.names.values()) {
    if (binding.kind !== 'value' || !sameExpr(binding.expr, object)) continue
    const type = nonNull(binding.type)
    const own = type.k === 'object' ? type.fields.get(name) : undefined
    return own && nonNull(own.type).k === 'decimal' ? other : undefined
  }
  return undefined
}

function checkField(
  { path: name, expr, schema }: SentValue,
  shown: ConfirmedTexts,
  before: StepFlow,
  at: JsonNode,
  context: CompileContext,
): void {
  if (expr === undefined || schema['x-secret'] === true || !canDiffer(expr, context.unit.contract.signatures)) return
  if (typeof schema['x-silent'] === 'string' || shownBy(expr, schema, shown, context)) {
    checkUnchanged(name, expr, before, at, context)
    return
  }
  context.unit.emit(
    { event: 'fieldNotShown', field: name, names: namesOf(schema) },
    at,
    joinPath(context.path, `payload/${name}`),
  )
}

/** Whether the texts of a confirmation display a value, or the properties that name it. */
function shownBy(expr: Expr, schema: Schema, texts: ConfirmedTexts, context: CompileContext): boolean {
  const facts = { values: valuesOf(schema), decimal: schema.format === 'decimal' }
  const names = namesOf(schema)
  const displayed = new DisplayedValues(context.unit.contract.signatures)
  // An id that other properties name says nothing to the user.
  const readable = names.length === 0 || schema.format !== 'id'
  if (readable && texts.some((text) => displayed.isShownBy(text, expr, facts))) return true
  return names.some(([first, ...others]) => {
    if (first === undefined) return false
    return objectsNamedBy(expr, first, texts, context).some((object) =>
      [first, ...others].every((name) => texts.some((text) => displayed.isShownBy(text, ['.', object, name]))),
    )
  })
}

/** The objects that an id may belong to: the one that it is read of, and objects of the answers of queries that are sent with it. */
function objectsNamedBy(id: Expr, name: string, texts: ConfirmedTexts, { unit }: CompileContext): Expr[] {
  const own = isSelection(id) ? [id[1]] : []
  const fetched = [...unit.queries].flatMap(([query, { payload }]) =>
    payload !== undefined && operationsOf(payload).some((read) => sameExpr(read, id)) ? [unit.local(query)] : [],
  )
  if (fetched.length === 0) return own
  const named = texts
    .flatMap(operationsOf)
    .filter((read): read is Selection => isSelection(read) && read[2] === name)
    .map(([, object]) => object)
  return [
    ...own,
    ...named.filter((object) =>
      operationsOf(object).some((read) => read[0] === '@' && read[1] === 'data' && fetched.includes(read[2])),
    ),
  ]
}

const namesOf = (schema: Schema): string[][] => {
  const alternatives = schema['x-shown-as']
  return Array.isArray(alternatives)
    ? alternatives.map((names) => (Array.isArray(names) ? names.map(String) : [String(names)]))
    : []
}

/** The values that a schema lists. */
function valuesOf(schema: Schema): readonly Json[] | undefined {
  const { types, nullable } = typesOf(schema)
  if (schema.enum) return schema.enum
  return types.length === 1 && types[0] === 'boolean' ? [true, false, ...(nullable ? [null] : [])] : undefined
}

/** Reports what may change a value between the confirmation and the call. `live`: the confirmation draws each change of data and prices. */
function checkUnchanged(
  name: string,
  expr: Expr,
  before: StepFlow,
  at: JsonNode,
  context: CompileContext,
  live = false,
): void {
  const { unit, path } = context
  const field = `payload/${name}`
  for (const read of volatileReadsOf(expr, unit.contract.signatures)) {
    if (live && (read.kind === 'query' || read.kind === 'price' || read.kind === 'local')) continue
    if (read.kind === 'query')
      unit.emit({ event: 'sentReadsQuery', field: name, query: read.name }, at, joinPath(path, field))
    else if (read.kind === 'price') unit.emit({ event: 'sentReadsPrice', field: name }, at, joinPath(path, field))
    else if (read.kind === 'local') {
      if (!read.name.startsWith(unit.local(''))) continue
      const param = read.name.slice(unit.local('').length)
      checkParameter(name, param, before, at, { ...context, path: joinPath(path, field) })
    } else if (before.written.has(read))
      unit.emit(
        read.kind === 'form'
          ? { event: 'sentReadsFilledForm', field: name, form: read.name }
          : read.kind === 'session'
            ? { event: 'sentReadsChangedSession', field: name, name: read.name }
            : { event: 'sentReadsSetState', field: name, state: read.name.slice(read.name.lastIndexOf(':') + 1) },
        at,
        joinPath(path, field),
      )
  }
}

/** A parameter of a part is evaluated where it is read, so its argument is checked where the part is used. */
function checkParameter(
  amount: string,
  param: string,
  before: StepFlow,
  at: JsonNode,
  { unit, path }: CompileContext,
): void {
  if (unit.kind !== 'part' || !unit.params.has(param)) return
  unit.sent.add(param)
  if (before.written.size > 0) unit.emit({ event: 'sentReadsParameter', field: amount, param }, at, path)
}

/** Checks that the parameters that a part sends cannot change while its confirm is shown. */
export function checkSentParam(
  part: string,
  param: string,
  expr: Expr,
  at: JsonNode,
  { unit, path }: CompileContext,
): void {
  for (const read of volatileReadsOf(expr, unit.contract.signatures)) {
    if (read.kind === 'query') unit.emit({ event: 'volatileArgument', part, param, query: read.name }, at, path)
    else if (read.kind === 'price') unit.emit({ event: 'volatileArgument', part, param, query: undefined }, at, path)
    else if (read.kind === 'local' && unit.kind === 'part' && unit.params.has(read.name.slice(unit.local('').length)))
      unit.sent.add(read.name.slice(unit.local('').length))
  }
}

/** Optional fields of a payload that a receipt needs and that are not sent; an object with some is named as one. */
function missingPromises(schema: Schema, payload: Expr, within: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const expr = fieldOf(payload, name)
    if (expr !== undefined && expr !== null) return missingPromises(property, expr, `${within}${name}/`)
    return !schema.required?.includes(name) && hasPromise(property) ? [`${within}${name}`] : []
  })
}

const hasPromise = (schema: Schema): boolean =>
  typeof schema['x-promise'] === 'string' || Object.values(schema.properties ?? {}).some(hasPromise)

function nodeAt(payload: JsonNode | undefined, path: string): JsonNode | undefined {
  let at = payload
  for (const name of path.split('/')) at = (at?.type === 'array' ? itemsOf(at)[Number(name)] : member(at, name)) ?? at
  return at
}

type VolatileRead = Mutable | { readonly kind: 'local'; readonly name: string } | { readonly kind: 'price' }

/** Reads of an expression whose values may change automatically or by a step. */
const volatileReadsOf = (expr: Expr, signatures: Signatures): VolatileRead[] =>
  operationsOf(expr).flatMap((read): VolatileRead[] => {
    switch (read[0]) {
      case 'f':
        return signatures[read[1]]?.ticks === true ? [{ kind: 'price' }] : []
      case 'v':
        return [{ kind: 'local', name: read[1] }]
      default: {
        const mutable = mutableReadBy(read)
        return mutable ? [mutable] : []
      }
    }
  })
