import type { Expr, Json, Node } from '../../src/core/program.ts'
import { didYouMean, suggest } from './nearest.ts'
import { itemsOf, member, members, stringAt } from './source.ts'
import type { JsonNode } from './source.ts'
import type { Widget } from './contract.ts'
import { is, join, levels, readObject } from './readFields.ts'
import { compileCondition, drawnUnder } from './condition.ts'
import { compileValue } from './value.ts'
import { checkBeside } from './currencyPairing.ts'
import type { Given } from './currencyPairing.ts'
import type { Place } from './compileContext.ts'
import { compileEach } from './each.ts'
import { compileLet } from './let.ts'
import { compileSteps } from './step.ts'
import { compileTells, regionNamed } from './queryErrors.ts'
import { usePart } from './expandPart.ts'
import type { Around } from './expandPart.ts'
import { isExpression } from './compilationUnit.ts'
import { asExpression } from './quickFix.ts'
import { keyAdvice } from './rowKeyFix.ts'
import { fact, factsOf } from './infer/facts.ts'
import { mismatch } from './assign.ts'
import { ruleOfMismatch } from './mismatch.ts'
import { STRING, objectOf, oneOf, typeOf } from './types.ts'
import type { Type } from './types.ts'
import type { Schema } from './schema.ts'
import type { Scope } from './infer/scope.ts'
import { INPUT_LIMITS } from './limits.ts'
import appBar from '../check/rules/app-bar.ts'
import limits from '../check/rules/limits.ts'
import missingProperty from '../check/rules/missing-property.ts'
import missingRowKey from '../check/rules/missing-row-key.ts'
import unknownEvent from '../check/rules/unknown-event.ts'
import unknownProp from '../check/rules/unknown-prop.ts'
import unknownProperty from '../check/rules/unknown-property.ts'
import unknownSlot from '../check/rules/unknown-slot.ts'
import unknownWidget from '../check/rules/unknown-widget.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

const COMMON = { when: 'string', each: 'string', key: 'string', needs: 'string', loading: 'array', fallback: 'object' } as const
const WIDGET = { 'widget!': 'string', props: 'object', children: 'array', slots: 'object', on: 'object', let: 'object', tells: 'array', ...COMMON } as const
const PART = { 'part!': 'string', with: 'object', ...COMMON } as const

export function compileNodes(list: JsonNode | undefined, place: Place): Node[] {
  return itemsOf(list).flatMap((node, index) => compileNode(node, { ...place, path: join(place.path, index) }) ?? [])
}

export function compileNode(node: JsonNode, place: Place): Node | undefined {
  const { unit, path } = place
  unit.nodes += 1
  unit.depth = Math.max(unit.depth, levels(path))
  if (!is(unit, node, 'object', path)) return undefined
  if (member(node, 'part')) {
    const found = readObject(unit, node, path, PART, 'The use of a part')
    if (!found?.part) return undefined
    const around = compileAround(found, place)
    return usePart(found.part, found.with, { ...place, scope: around.scope, repeaters: around.repeaters, drawn: around.drawn }, around.node)
  }
  const name = stringAt(node, 'widget') ?? ''
  const widget = unit.contract.widgets.get(name)
  const found = readObject(unit, node, path, WIDGET, 'A node', (member) => placeOf(member, widget))
  if (!found?.widget) return undefined
  if (!widget) {
    unit.report(unknownWidget, found.widget, join(path, 'widget'), `There is no widget "${name}".`, didYouMean(name, unit.contract.widgets.keys()))
    return undefined
  }
  unit.used.widgets.add(name)
  const around = compileAround(found, place)
  const inner: Place = { ...place, scope: around.scope, repeaters: around.repeaters, drawn: around.drawn }
  const tells = found.tells ? compileTells(found.tells, found, { ...place, scope: around.scope, path: join(path, 'tells') }) : []
  const out: Node = { widget: name, ...compileProps(widget, found, inner), ...around.node, ...(tells.length > 0 && { tells }), at: unit.kind === 'part' ? `parts/${unit.id}#${path}` : path }
  const slots = compileSlots(widget, found, inner)
  if (slots) out.slots = slots
  const on = compileEvents(widget, found, inner)
  if (on) out.on = on
  return out
}

/** Where on a node a name belongs that stands on it. */
function placeOf(name: string, widget: Widget | undefined): string | undefined {
  if (widget?.props.properties && Object.hasOwn(widget.props.properties, name)) return `"${name}" is a prop: write it under "props".`
  if (widget && Object.hasOwn(widget.events, name)) return `"${name}" is an event: write it under "on".`
  return widget && Object.hasOwn(widget.slots, name) ? `"${name}" is a slot: write it under "slots".` : undefined
}

function compileAround(found: Record<string, JsonNode>, place: Place): { node: Around; scope: Scope; repeaters: number; drawn: ReadonlySet<string> } {
  const { unit, path } = place
  let { scope, drawn = new Set<string>() } = place
  const out: Around = {}
  if (found.needs) {
    const name = String(found.needs.value)
    if (place.inBar) unit.report(appBar, found.needs, join(path, 'needs'), `The bar stands while "${name}" loads, so that nothing in it jumps.`, `Show this with "when": "=${name} != null", or give what it reads another value until then.`)
    if (regionNamed(found.needs, 'needs', { ...place, path: join(path, 'needs') })) {
      out.needs = unit.local(name)
      scope = scope.know(fact(name, { nonNull: true }))
      if (found.loading) out.loading = compileNodes(found.loading, { ...place, path: join(path, 'loading') })
    }
  }
  if (found.loading && !found.needs) unit.report(unknownProperty, found.loading, join(path, 'loading'), 'A "loading" stands only beside "needs".')
  const repeaters = (place.repeaters ?? 0) + (found.each ? 1 : 0)
  unit.repeaters = Math.max(unit.repeaters, repeaters)
  if (found.each) {
    if (repeaters > INPUT_LIMITS.repeaters) unit.report(limits, found.each, join(path, 'each'), `Repeaters stand at most ${INPUT_LIMITS.repeaters} deep within one another.`)
    const each = compileEach(found.each, { ...place, scope, path: join(path, 'each') })
    if (each) {
      scope = each.scope
      const key = found.key ? compileKey(found.key, { ...place, scope, path: join(path, 'key') }) : undefined
      const rows = [scope.local(each.as), ...(each.index === undefined ? [] : [scope.local(each.index)])]
      if (found.key && key !== undefined && !rows.some((row) => JSON.stringify(key).includes(JSON.stringify(['v', row])))) unit.report(missingRowKey, found.key, join(path, 'key'), 'This key does not read the row, so all rows have the same one.', `Read what tells the rows apart: "=${each.as}.id".`)
      if (!found.key) unit.report(missingRowKey, found.each, path, 'A repeated node needs a "key", so that its rows keep their place when the list changes.', keyAdvice(found.each, each.as, scope.names.get(each.as), unit.source))
      out.each = { as: scope.local(each.as), ...(each.index === undefined ? {} : { index: scope.local(each.index) }), in: each.list, key: key ?? null }
    }
  } else if (found.key) unit.report(unknownProperty, found.key, join(path, 'key'), 'A "key" stands only beside "each".')
  if (found.let) scope = compileLet(found.let, { ...place, scope, path: join(path, 'let') })
  if (found.when) {
    const typed = compileCondition(found.when, { ...place, scope, path: join(path, 'when') })
    if (typed) {
      out.when = typed.expr
      scope = scope.know(factsOf(typed.ast, true))
      drawn = drawnUnder(typed.ast, found.when, { ...place, path: join(path, 'when') })
    }
  }
  if (found.fallback) {
    const fallback = compileNode(found.fallback, { ...place, path: join(path, 'fallback') })
    if (fallback) out.fallback = fallback
  }
  return { node: out, scope, repeaters, drawn }
}

function compileKey(node: JsonNode, { unit, path, scope }: Place): Expr | undefined {
  if (!isExpression(node)) {
    unit.report(wrongShape, node, path, 'A key is an expression: "=row.id".', asExpression(node, scope.names))
    return undefined
  }
  const typed = unit.expression(node, 1, path, (inference, ast) => inference.solid(ast, scope))
  if (!typed || typed.type.k === 'wrong') return undefined
  const problem = typed.type.k === 'int' ? undefined : mismatch(typed.type, STRING)
  if (problem) unit.report(ruleOfMismatch(problem), node, path, 'A key is a string or a whole number.')
  return typed.expr
}

function compileProps(widget: Widget, found: Record<string, JsonNode>, place: Place): Pick<Node, 'props' | 'exprs'> {
  const { unit, path } = place
  const props: Record<string, Json> = {}
  const exprs: Record<string, Expr> = {}
  const known = widget.props.properties ?? {}
  const given: Given[] = []
  for (const { name, key, value } of members(found.props)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined
    const at = join(path, `props/${name}`)
    if (!schema) {
      unit.report(unknownProp, key, at, `${widget.name} has no prop "${name}".`, didYouMean(name, Object.keys(known)) ?? (widget.events[name] ? `"${name}" is an event: write it under "on".` : undefined))
      continue
    }
    const compiled = compileValue(value, schema, { ...place, path: at, ...(found.props ? { holder: found.props } : {}) })
    given.push({ name, node: value, value: compiled })
    if ('json' in compiled) props[name] = compiled.json
    else exprs[name] = compiled.expr
  }
  checkBeside(given, known, place, (name) => join(path, `props/${name}`))
  for (const name of widget.props.required ?? []) {
    if (!member(found.props, name) && found.widget) unit.report(missingProperty, found.widget, join(path, 'props'), `${widget.name} needs the prop "${name}".`)
  }
  return { ...(Object.keys(props).length > 0 ? { props } : {}), ...(Object.keys(exprs).length > 0 ? { exprs } : {}) }
}

function compileSlots(widget: Widget, found: Record<string, JsonNode>, place: Place): Node['slots'] {
  const { unit, path } = place
  const slots: Record<string, Node[]> = {}
  const given = [...(found.children ? [{ name: 'children', key: found.children, value: found.children, at: 'children' }] : []), ...members(found.slots).map((one) => ({ ...one, at: `slots/${one.name}` }))]
  for (const { name, key, value, at } of given) {
    if (!Object.hasOwn(widget.slots, name)) {
      unit.report(unknownSlot, key, join(path, at), `${widget.name} has no slot "${name}".`, suggest(name, Object.keys(widget.slots)))
      continue
    }
    if (is(unit, value, 'array', join(path, at))) slots[name] = compileNodes(value, { ...place, path: join(path, at) })
  }
  return Object.keys(slots).length > 0 ? slots : undefined
}

function compileEvents(widget: Widget, found: Record<string, JsonNode>, place: Place): Node['on'] {
  const { unit, path } = place
  const on: NonNullable<Node['on']> = {}
  for (const { name, key, value } of members(found.on)) {
    const at = join(path, `on/${name}`)
    const event = Object.hasOwn(widget.events, name) ? widget.events[name] : undefined
    if (!event) {
      unit.report(unknownEvent, key, at, `${widget.name} has no event "${name}".`, suggest(name, Object.keys(widget.events)))
      continue
    }
    if (!is(unit, value, 'array', at)) continue
    let { scope } = place
    if (event.detail) {
      const detail = detailType(event.detail, found.props, unit.contract.forms)
      scope = scope.branch('event', detail)
      if (event.detail['x-form'] !== undefined) scope = scope.branch('form', detail)
    }
    on[name] = compileSteps(value, { ...place, scope, path: at, trigger: { widget: widget.name, event: name, guarded: event.guarded ?? false } })
  }
  return Object.keys(on).length > 0 ? on : undefined
}

/** What an event carries, where the widget's own props decide it: a form's values, the id of one of its items. */
function detailType(detail: Schema, props: JsonNode | undefined, forms: Place['unit']['contract']['forms']): Type {
  const form = detail['x-form']
  if (typeof form === 'string') return forms.get(stringAt(props, form) ?? '')?.values ?? { k: 'wrong' }
  const entries = Object.entries(detail.properties ?? {})
  if (!entries.some(([, schema]) => schema['x-id-of'] !== undefined || schema['x-form-field'] !== undefined)) return typeOf(detail)
  const required = new Set(detail.required)
  return objectOf(
    Object.fromEntries(
      entries.map(([name, schema]) => {
        const source = schema['x-id-of']
        const ids = typeof source === 'string' ? literalIds(member(props, source)) : undefined
        const form = typeof schema['x-form-field'] === 'string' ? forms.get(stringAt(props, schema['x-form-field']) ?? '') : undefined
        const type = ids ? oneOf(ids) : form ? oneOf(Object.keys(form.schema.properties ?? {})) : typeOf(schema)
        return [name, required.has(name) ? type : ({ k: 'nullable', of: type })]
      }),
    ),
  )
}

function literalIds(items: JsonNode | undefined): string[] | undefined {
  const ids = itemsOf(items).map((item) => stringAt(item, 'id'))
  return ids.length > 0 && ids.every((id): id is string => id !== undefined && !id.startsWith('=')) ? ids : undefined
}
