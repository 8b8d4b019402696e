import { isRefTo, refArgument } from './schemaRef.ts'
import type { Expr, Json, Node } from '../../src/core/program.ts'
import { didYouMean, suggest } from './nearest.ts'
import { itemsOf, member, members, stringAt } from './source.ts'
import type { JsonNode } from './source.ts'
import type { Widget } from './contract.ts'
import { expectKind, joinPath, nesting, readFields } from './readFields.ts'
import { compileCondition, checkNestedCondition } from './condition.ts'
import { compileValue } from './value.ts'
import { checkCurrencyPairing } from './currencyPairing.ts'
import type { GivenValue } from './currencyPairing.ts'
import type { CompileContext } from './compileContext.ts'
import { compileEach } from './each.ts'
import { compileLet } from './let.ts'
import { compileSteps } from './step.ts'
import { compileShownErrors, checkQueryName } from './queryErrors.ts'
import { expandPart } from './expandPart.ts'
import type { PartPlacement } from './expandPart.ts'
import { isExpression } from './compilationUnit.ts'
import { prefixExpression } from './quickFix.ts'
import { rowKeyFix } from './rowKeyFix.ts'
import { fact, factsOf } from './infer/facts.ts'
import { mismatch } from './assign.ts'
import { STRING, objectOf, oneOf, typeOf } from './types.ts'
import type { Type } from './types.ts'
import type { Schema } from './schema.ts'
import type { Scope } from './infer/scope.ts'
import { INPUT_LIMITS } from './limits.ts'
import toolbarRule from '../check/rules/toolbar.ts'
import limits from '../check/rules/limits.ts'
import missingProperty from '../check/rules/missing-property.ts'
import missingRowKey from '../check/rules/missing-row-key.ts'
import unknownEvent from '../check/rules/unknown-event.ts'
import unknownProp from '../check/rules/unknown-prop.ts'
import unknownProperty from '../check/rules/unknown-property.ts'
import unknownSlot from '../check/rules/unknown-slot.ts'
import { unknownWidget } from '../check/rules/unknown-widget.ts'
import wrongShape from '../check/rules/wrong-shape.ts'
import { rowKeyType } from '../check/rules/type-mismatch.ts'

const COMMON = {
  visible: 'string',
  each: 'string',
  key: 'string',
  waitFor: 'string',
  loading: 'array',
  fallback: 'object',
} as const
const WIDGET = {
  'widget!': 'string',
  props: 'object',
  children: 'array',
  slots: 'object',
  on: 'object',
  let: 'object',
  showErrorOf: 'array',
  ...COMMON,
} as const
const PART = { 'part!': 'string', props: 'object', ...COMMON } as const

/** Compiles a list of nodes; those with an error that prevents lowering are left out. */
export function compileNodes(list: JsonNode | undefined, context: CompileContext): Node[] {
  return itemsOf(list).flatMap(
    (node, index) => compileNode(node, { ...context, path: joinPath(context.path, index) }) ?? [],
  )
}

/** Compiles a widget or expands a part. Returns undefined after an error that prevents lowering, such as an unknown widget. */
export function compileNode(node: JsonNode, context: CompileContext): Node | undefined {
  const { unit, path } = context
  unit.nodes += 1
  unit.depth = Math.max(unit.depth, nesting(path))
  if (!expectKind(unit, node, 'object', path)) return undefined
  if (member(node, 'part')) {
    const fields = readFields(unit, node, path, PART, 'The use of a part')
    if (!fields?.part) return undefined
    const placement = compilePlacement(fields, context)
    return expandPart(
      fields.part,
      fields.props,
      {
        ...context,
        scope: placement.scope,
        repeaters: placement.repeaters,
        enclosingConditions: placement.enclosingConditions,
      },
      placement.node,
    )
  }
  const name = stringAt(node, 'widget') ?? ''
  const widget = unit.contract.widgets.get(name)
  const fields = readFields(unit, node, path, WIDGET, 'A node', (member) => misplacedMemberHint(member, widget))
  if (!fields?.widget) return undefined
  if (!widget) {
    unit.report(unknownWidget(name, unit.contract.widgets.keys()), fields.widget, joinPath(path, 'widget'))
    return undefined
  }
  unit.used.widgets.add(name)
  const placement = compilePlacement(fields, context)
  const inner: CompileContext = {
    ...context,
    scope: placement.scope,
    repeaters: placement.repeaters,
    enclosingConditions: placement.enclosingConditions,
  }
  const showErrorOf = fields.showErrorOf
    ? compileShownErrors(fields.showErrorOf, fields, {
        ...context,
        scope: placement.scope,
        path: joinPath(path, 'showErrorOf'),
      })
    : []
  const out: Node = {
    widget: name,
    ...compileProps(widget, fields, inner),
    ...placement.node,
    ...(showErrorOf.length > 0 && { showErrorOf }),
    sourcePath: unit.kind === 'part' ? `parts/${unit.id}#${path}` : path,
  }
  const slots = compileSlots(widget, fields, inner)
  if (slots) out.slots = slots
  const on = compileEvents(widget, fields, inner)
  if (on) out.on = on
  return out
}

/** Hint for a misplaced name: the member of the node where it belongs. */
function misplacedMemberHint(name: string, widget: Widget | undefined): string | undefined {
  if (widget?.props.properties && Object.hasOwn(widget.props.properties, name))
    return `"${name}" is a prop: write it under "props".`
  if (widget && Object.hasOwn(widget.events, name)) return `"${name}" is an event: write it under "on".`
  return widget && Object.hasOwn(widget.slots, name) ? `"${name}" is a slot: write it under "slots".` : undefined
}

function compilePlacement(
  fields: Record<string, JsonNode>,
  context: CompileContext,
): { node: PartPlacement; scope: Scope; repeaters: number; enclosingConditions: ReadonlySet<string> } {
  const { unit, path } = context
  let { scope, enclosingConditions = new Set<string>() } = context
  const out: PartPlacement = {}
  if (fields.waitFor) {
    const name = String(fields.waitFor.value)
    if (context.inBar)
      unit.report(
        toolbarRule,
        fields.waitFor,
        joinPath(path, 'waitFor'),
        `The toolbar is shown while "${name}" loads, so a node in it cannot wait for it.`,
        `Show this with "visible": "=${name} != null", or give what it reads another value until then.`,
      )
    if (checkQueryName(fields.waitFor, 'waitFor', { ...context, path: joinPath(path, 'waitFor') })) {
      out.waitFor = unit.local(name)
      scope = scope.know(fact(name, { nonNull: true }))
      if (fields.loading) out.loading = compileNodes(fields.loading, { ...context, path: joinPath(path, 'loading') })
    }
  }
  if (fields.loading && !fields.waitFor)
    unit.report(unknownProperty, fields.loading, joinPath(path, 'loading'), '"loading" needs "waitFor" beside it.')
  const repeaters = (context.repeaters ?? 0) + (fields.each ? 1 : 0)
  unit.repeaters = Math.max(unit.repeaters, repeaters)
  if (fields.each) {
    if (repeaters > INPUT_LIMITS.repeaters)
      unit.report(
        limits,
        fields.each,
        joinPath(path, 'each'),
        `Repeated nodes may be nested at most ${INPUT_LIMITS.repeaters} deep.`,
      )
    const each = compileEach(fields.each, { ...context, scope, path: joinPath(path, 'each') })
    if (each) {
      scope = each.scope
      const key = fields.key ? compileKey(fields.key, { ...context, scope, path: joinPath(path, 'key') }) : undefined
      const rows = [scope.local(each.as), ...(each.index === undefined ? [] : [scope.local(each.index)])]
      if (
        fields.key &&
        key !== undefined &&
        !rows.some((row) => JSON.stringify(key).includes(JSON.stringify(['v', row])))
      )
        unit.report(
          missingRowKey,
          fields.key,
          joinPath(path, 'key'),
          'This key does not read the row, so all rows have the same one.',
          `Read a unique value of the row: "=${each.as}.id".`,
        )
      if (!fields.key)
        unit.report(
          missingRowKey,
          fields.each,
          path,
          'A repeated node needs a "key", so that its rows keep their place when the list changes.',
          rowKeyFix(fields.each, each.as, scope.names.get(each.as), unit.source),
        )
      out.each = {
        as: scope.local(each.as),
        ...(each.index === undefined ? {} : { index: scope.local(each.index) }),
        in: each.list,
        key: key ?? null,
      }
    }
  } else if (fields.key)
    unit.report(unknownProperty, fields.key, joinPath(path, 'key'), '"key" needs "each" beside it.')
  if (fields.let) scope = compileLet(fields.let, { ...context, scope, path: joinPath(path, 'let') })
  if (fields.visible) {
    const typed = compileCondition(fields.visible, { ...context, scope, path: joinPath(path, 'visible') })
    if (typed) {
      out.visible = typed.expr
      scope = scope.know(factsOf(typed.ast, true))
      enclosingConditions = checkNestedCondition(typed.ast, fields.visible, {
        ...context,
        path: joinPath(path, 'visible'),
      })
    }
  }
  if (fields.fallback) {
    const fallback = compileNode(fields.fallback, { ...context, path: joinPath(path, 'fallback') })
    if (fallback) out.fallback = fallback
  }
  return { node: out, scope, repeaters, enclosingConditions }
}

function compileKey(node: JsonNode, { unit, path, scope }: CompileContext): Expr | undefined {
  if (!isExpression(node)) {
    unit.report(wrongShape, node, path, 'A key is an expression: "=row.id".', prefixExpression(node, scope.names))
    return undefined
  }
  const typed = unit.expression(node, 1, path, (inference, ast) => inference.inferKnown(ast, scope))
  if (!typed || typed.type.k === 'wrong') return undefined
  const problem = typed.type.k === 'int' ? undefined : mismatch(typed.type, STRING)
  if (problem) unit.report(rowKeyType(problem), node, path)
  return typed.expr
}

function compileProps(
  widget: Widget,
  fields: Record<string, JsonNode>,
  context: CompileContext,
): Pick<Node, 'props' | 'exprs'> {
  const { unit, path } = context
  const props: Record<string, Json> = {}
  const exprs: Record<string, Expr> = {}
  const known = widget.props.properties ?? {}
  const given: GivenValue[] = []
  for (const { name, key, value } of members(fields.props)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined
    const at = joinPath(path, `props/${name}`)
    if (!schema) {
      unit.report(
        unknownProp,
        key,
        at,
        `${widget.name} has no prop "${name}".`,
        didYouMean(name, Object.keys(known)) ??
          (widget.events[name] ? `"${name}" is an event: write it under "on".` : undefined),
      )
      continue
    }
    const compiled = compileValue(value, schema, {
      ...context,
      path: at,
      ...(fields.props ? { holder: fields.props } : {}),
    })
    given.push({ name, node: value, value: compiled })
    if ('json' in compiled) props[name] = compiled.json
    else exprs[name] = compiled.expr
  }
  checkCurrencyPairing(given, known, context, (name) => joinPath(path, `props/${name}`))
  for (const name of widget.props.required ?? []) {
    if (!member(fields.props, name) && fields.widget)
      unit.report(missingProperty, fields.widget, joinPath(path, 'props'), `${widget.name} needs the prop "${name}".`)
  }
  return { ...(Object.keys(props).length > 0 ? { props } : {}), ...(Object.keys(exprs).length > 0 ? { exprs } : {}) }
}

function compileSlots(widget: Widget, fields: Record<string, JsonNode>, context: CompileContext): Node['slots'] {
  const { unit, path } = context
  const slots: Record<string, Node[]> = {}
  const given = [
    ...(fields.children ? [{ name: 'children', key: fields.children, value: fields.children, at: 'children' }] : []),
    ...members(fields.slots).map((one) => ({ ...one, at: `slots/${one.name}` })),
  ]
  for (const { name, key, value, at } of given) {
    if (!Object.hasOwn(widget.slots, name)) {
      unit.report(
        unknownSlot,
        key,
        joinPath(path, at),
        `${widget.name} has no slot "${name}".`,
        suggest(name, Object.keys(widget.slots)),
      )
      continue
    }
    if (expectKind(unit, value, 'array', joinPath(path, at)))
      slots[name] = compileNodes(value, { ...context, path: joinPath(path, at) })
  }
  return Object.keys(slots).length > 0 ? slots : undefined
}

function compileEvents(widget: Widget, fields: Record<string, JsonNode>, context: CompileContext): Node['on'] {
  const { unit, path } = context
  const on: NonNullable<Node['on']> = {}
  for (const { name, key, value } of members(fields.on)) {
    const at = joinPath(path, `on/${name}`)
    const event = Object.hasOwn(widget.events, name) ? widget.events[name] : undefined
    if (!event) {
      unit.report(
        unknownEvent,
        key,
        at,
        `${widget.name} has no event "${name}".`,
        suggest(name, Object.keys(widget.events)),
      )
      continue
    }
    if (!expectKind(unit, value, 'array', at)) continue
    let { scope } = context
    if (event.detail) {
      const detail = detailType(event.detail, fields.props, unit.contract.forms)
      scope = scope.branch('event', detail)
      if (isRefTo(event.detail, 'formValues')) scope = scope.branch('form', detail)
    }
    on[name] = compileSteps(value, {
      ...context,
      scope,
      path: at,
      trigger: { widget: widget.name, event: name, guarded: event.guarded ?? false },
    })
  }
  return Object.keys(on).length > 0 ? on : undefined
}

/** The payload type of an event that depends on the widget's props: a form's values, the id of one of its items. */
function detailType(
  detail: Schema,
  props: JsonNode | undefined,
  forms: CompileContext['unit']['contract']['forms'],
): Type {
  const form = refArgument(detail, 'formValues')
  if (form !== undefined) return forms.get(stringAt(props, form) ?? '')?.values ?? { k: 'wrong' }
  const entries = Object.entries(detail.properties ?? {})
  if (!entries.some(([, schema]) => isRefTo(schema, 'itemId', 'formField'))) return typeOf(detail)
  const required = new Set(detail.required)
  return objectOf(
    Object.fromEntries(
      entries.map(([name, schema]) => {
        const source = refArgument(schema, 'itemId')
        const ids = source !== undefined ? literalIds(member(props, source)) : undefined
        const field = refArgument(schema, 'formField')
        const form = field === undefined ? undefined : forms.get(stringAt(props, field) ?? '')
        const type = ids ? oneOf(ids) : form ? oneOf(Object.keys(form.schema.properties ?? {})) : typeOf(schema)
        return [name, required.has(name) ? type : { k: 'nullable', of: type }]
      }),
    ),
  )
}

function literalIds(items: JsonNode | undefined): string[] | undefined {
  const ids = itemsOf(items).map((item) => stringAt(item, 'id'))
  return ids.length > 0 && ids.every((id): id is string => id !== undefined && !id.startsWith('=')) ? ids : undefined
}
