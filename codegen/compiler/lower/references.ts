import { isRefTo, refArgument, refOf } from '../contract/schemaRef.ts'
import { member, rangeOf, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { typesOf } from '../contract/schema.ts'
import type { Schema } from '../contract/schema.ts'
import { typeOf } from '../infer/types.ts'
import type { Form } from '../contract/contract.ts'
import { fieldMapSchema } from '../forms/fieldMaps.ts'
import type { CompileContext } from './compileContext.ts'

/**
 * The actual schema of a value, where it depends on a sibling: the payload of the call that "call" names,
 * the parameters of the route that "to" names, the type of the state that "name" names, the fields of the form …
 * A reference to an unknown name, which is reported elsewhere, allows any value.
 */
export function referenceSchema(schema: Schema, context: CompileContext): Schema {
  const { contract, projectIndex, states } = context.unit
  const call = siblingValue(refArgument(schema, 'payload'), context)
  if (call !== undefined)
    return payloadSchema(contract.calls.get(call)?.payload, siblingValue(refOf(schema)?.without, context))
  const route = siblingValue(refArgument(schema, 'params'), context)
  if (route !== undefined) return projectIndex.routes.get(route)?.paramSchema ?? {}
  const state = siblingValue(refArgument(schema, 'stateValue'), context)
  if (state !== undefined) {
    const [head = '', ...rest] = state.split('.')
    const outer = [...(context.unit.kind === 'part' ? [] : ['state']), ...[head, ...rest].slice(0, -1)].join('.')
    return stateSchema(
      rest.reduce<Schema>((inner, name) => propertyOf(inner, name) ?? {}, states.get(head)?.schema ?? {}),
      outer,
    )
  }
  const preference = siblingValue(refArgument(schema, 'preferenceValue'), context)
  if (preference !== undefined)
    return (Object.hasOwn(contract.preferences, preference) ? contract.preferences[preference] : undefined) ?? {}
  const values = siblingValue(refArgument(schema, 'partialFormValues'), context)
  if (values !== undefined) return partialOf(contract.forms.get(values)?.schema)
  const fields = siblingValue(refArgument(schema, 'formFieldMap'), context)
  if (fields !== undefined) {
    const form = contract.forms.get(fields)
    const each = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return form ? fieldMapSchema(form, each, context.holder) : {}
  }
  return schema
}

/** The value of the argument that a reference names; undefined without one. */
export function siblingValue(sibling: string | undefined, { holder }: CompileContext): string | undefined {
  return sibling === undefined ? undefined : (stringAt(holder, sibling) ?? '')
}

/** The schema of a state as a separate value: its currency or symbol is the sibling state. */
function stateSchema(schema: Schema, outer: string): Schema {
  const of = schema['x-unit-ref']
  if (typeof of === 'string' && /^[A-Za-z]/.test(of))
    return { ...schema, 'x-unit-ref': `@${outer === '' ? '' : `${outer}.`}${of}` }
  return schema.items?.['x-unit-ref'] === undefined ? schema : { ...schema, items: stateSchema(schema.items, outer) }
}

function payloadSchema(payload: Schema | undefined, without: string | undefined): Schema {
  if (!payload || without === undefined) return payload ?? {}
  const { [without]: _, ...properties } = payload.properties ?? {}
  return { ...payload, properties, required: (payload.required ?? []).filter((name) => name !== without) }
}

const partials = new WeakMap<Schema, Schema>()
const partialForms = new WeakSet<Schema>()
function partialOf(schema: Schema | undefined): Schema {
  if (!schema) return {}
  const partial = partials.get(schema) ?? { ...schema, required: [] }
  partials.set(schema, partial)
  partialForms.add(partial)
  return partial
}

/** Whether an object may have only some of a form's values: the others stay as they are in the form. */
export const isPartialForm = (schema: Schema): boolean => partialForms.has(schema)

/** Checks a literal that names something of the project; false when there is no such thing (which is then reported). */
export function checkNameLiteral(node: JsonNode, name: string, schema: Schema, context: CompileContext): boolean {
  const { unit, path, holder } = context
  const { contract, projectIndex, states, queries } = unit
  if (isRefTo(schema, 'call')) {
    unit.use('calls', name)
    unit.mention({ kind: 'call', name }, node)
    if (contract.calls.has(name)) return true
    unit.emit({ event: 'unknownCall', call: name, calls: contract.calls.keys() }, node, path)
    return false
  }
  if (isRefTo(schema, 'preference')) {
    if (Object.hasOwn(contract.preferences, name)) return true
    unit.emit({ event: 'unknownPreference', name, preferences: Object.keys(contract.preferences) }, node, path)
    return false
  }
  if (isRefTo(schema, 'route') || schema.format === 'route') {
    unit.use('routes', name)
    unit.mention({ kind: 'route', name }, node)
    if (!isRefTo(schema, 'route')) checkRequiredParams(node, name, context)
    if (projectIndex.routes.has(name)) return true
    unit.emit({ event: 'unknownRoute', route: name, routes: projectIndex.routes.keys() }, node, path)
    return false
  }
  const [linked = ''] = schema.format === 'url' ? name.split('?', 1) : []
  if (projectIndex.routes.has(linked)) {
    unit.use('routes', linked)
    if (linked === name) checkRequiredParams(node, name, context)
  }
  if (schema.format === 'icon') {
    unit.use('icons', name)
    if (contract.icons.has(name)) return true
    unit.emit({ event: 'unknownIcon', icon: name, icons: contract.icons }, node, path)
    return false
  }
  if (schema.format === 'form') {
    unit.mention({ kind: 'form', name }, node)
    // A step fills a form that a widget shows.
    if (!member(holder, 'action')) unit.use('forms', name)
    else if (contract.forms.has(name)) unit.drafts.set(name, rangeOf(node))
    if (contract.forms.has(name)) return true
    unit.emit({ event: 'unknownForm', form: name, forms: contract.forms.keys() }, node, path)
    return false
  }
  if (isRefTo(schema, 'state')) {
    const [head = '', ...fields] = name.split('.')
    const state = states.get(head)
    const start = node.offset + 1
    if (state) unit.mention(unit.own('state', head), { start, end: start + head.length })
    if (state) return canSet(node, head, fields, state.schema, context)
    unit.emit(
      unit.kind === 'part'
        ? { event: 'unknownSettableParam', name, isParameter: unit.params.has(head), parameters: states.keys() }
        : { event: 'unknownState', state: name, states: states.keys() },
      node,
      path,
    )
    return false
  }
  if (isRefTo(schema, 'query', 'pagedQuery')) {
    const query = queries.get(name)
    if (!query) unit.emit({ event: 'unknownQuery', kind: unit.kind, query: name, queries: queries.keys() }, node, path)
    else if (isRefTo(schema, 'pagedQuery') && !query.paged)
      unit.emit({ event: 'queryNotPaged', query: name }, node, path)
    else {
      unit.mention(unit.own('query', name), node)
      return true
    }
    return false
  }
  const sibling = refArgument(schema, 'payloadField')
  if (sibling !== undefined) {
    const payload = contract.calls.get(stringAt(holder, sibling) ?? '')?.payload
    if (!payload || propertyOf(payload, name)) return true
    unit.emit({ event: 'unknownPayloadField', name, fields: Object.keys(payload.properties ?? {}) }, node, path)
    return false
  }
  const field = refArgument(schema, 'formField')
  if (field !== undefined) {
    const form = contract.forms.get(stringAt(formHolder(holder, field), field) ?? '')
    if (!form || namesOf(form).includes(name)) return true
    unit.emit({ event: 'unknownFormField', field: name, fields: namesOf(form) }, node, path)
    return false
  }
  return true
}

const propertyOf = ({ properties = {} }: Schema, name: string): Schema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

/**
 * Whether the path to a value within a state leads through objects that surely exist; reports an object that may not.
 */
function canSet(
  node: JsonNode,
  head: string,
  fields: readonly string[],
  state: Schema,
  { unit, path }: CompileContext,
): boolean {
  let outer = head
  let schema = state
  for (const field of fields) {
    const inner = propertyOf(schema, field)
    const properties = Object.keys(schema.properties ?? {})
    if (typesOf(schema).nullable) {
      unit.emit({ event: 'setsFieldOfNull', outer, field }, node, path)
      return false
    }
    if (!inner) {
      unit.emit(
        properties.length > 0
          ? { event: 'unknownFieldOfState', field, outer, fields: properties }
          : { event: 'stateWithoutFields', outer, type: typeOf(schema) },
        node,
        path,
      )
      return false
    }
    schema = schema.required?.includes(field) === true ? inner : { ...inner, type: [inner.type ?? [], 'null'].flat() }
    outer = `${outer}.${field}`
  }
  return true
}

/** A plain address leads to a screen without parameters. */
export function checkRequiredParams(node: JsonNode, route: string, { unit, path }: CompileContext): void {
  const required = unit.projectIndex.routes.get(route)?.paramSchema.required ?? []
  if (required.length > 0) unit.emit({ event: 'addressRouteNeedsParams', route, required }, node, path)
}

/** Names within lists of a prop refer to the form named beside the list. */
function formHolder(holder: JsonNode | undefined, name: string): JsonNode | undefined {
  for (let at = holder; at; at = at.parent) if (member(at, name)?.type === 'string') return at
  return undefined
}

/** The properties of a form, those included that join under a condition. */
const namesOf = ({ schema }: Form): string[] => Object.keys(schema.properties ?? {})
