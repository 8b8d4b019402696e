import { isRefTo, refArgument, refOf } from './schemaRef.ts'
import { didYouMean } from './nearest.ts'
import { member, rangeOf, stringAt } from './source.ts'
import type { JsonNode } from './source.ts'
import { showType } from './assign.ts'
import { typesOf } from './schema.ts'
import type { Schema } from './schema.ts'
import { typeOf } from './types.ts'
import type { Form } from './contract.ts'
import type { CompileContext } from './compileContext.ts'
import enumValue from '../check/rules/enum-value.ts'
import navigationParams from '../check/rules/navigation-params.ts'
import nullableValue from '../check/rules/nullable-value.ts'
import unknownCall from '../check/rules/unknown-call.ts'
import unknownForm from '../check/rules/unknown-form.ts'
import unknownIcon from '../check/rules/unknown-icon.ts'
import unknownProperty from '../check/rules/unknown-property.ts'
import unknownQuery from '../check/rules/unknown-query.ts'
import unknownRoute from '../check/rules/unknown-route.ts'
import unknownState from '../check/rules/unknown-state.ts'

/**
 * The actual schema of a place, where it depends on a sibling: the payload of the call that "call" names,
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
      rest.reduce<Schema>((inner, name) => inner.properties?.[name] ?? {}, states.get(head)?.schema ?? {}),
      outer,
    )
  }
  const preference = siblingValue(refArgument(schema, 'preferenceValue'), context)
  if (preference !== undefined) return contract.preferences[preference] ?? {}
  const values = siblingValue(refArgument(schema, 'partialFormValues'), context)
  if (values !== undefined) return partialOf(contract.forms.get(values)?.schema)
  const fields = siblingValue(refArgument(schema, 'formFieldMap'), context)
  if (fields !== undefined) {
    const form = contract.forms.get(fields)
    const each = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return form
      ? {
          type: 'object',
          properties: Object.fromEntries(namesOf(form).map((name) => [name, each])),
          additionalProperties: false,
        }
      : {}
  }
  return schema
}

/** The value of the argument that a reference names; undefined without one. */
function siblingValue(sibling: string | undefined, { holder }: CompileContext): string | undefined {
  return sibling === undefined ? undefined : (stringAt(holder, sibling) ?? '')
}

/** The schema of a state as a separate place: its currency or symbol is the sibling state. */
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
  const { contract, projectIndex, states, queries, used } = unit
  if (isRefTo(schema, 'call')) {
    used.calls.add(name)
    if (contract.calls.has(name)) return true
    unit.report(
      unknownCall,
      node,
      path,
      `There is no call "${name}" in the contract.`,
      didYouMean(name, contract.calls.keys()),
    )
    return false
  }
  if (isRefTo(schema, 'preference')) {
    if (Object.hasOwn(contract.preferences, name)) return true
    unit.report(
      enumValue,
      node,
      path,
      `There is no preference "${name}" in schemas/preferences.json.`,
      didYouMean(name, Object.keys(contract.preferences)),
    )
    return false
  }
  if (isRefTo(schema, 'route') || schema.format === 'route') {
    used.routes.add(name)
    if (!isRefTo(schema, 'route')) checkRequiredParams(node, name, context)
    if (projectIndex.routes.has(name)) return true
    unit.report(
      unknownRoute,
      node,
      path,
      `No screen has the route "${name}".`,
      didYouMean(name, projectIndex.routes.keys()),
    )
    return false
  }
  const [linked = ''] = schema.format === 'url' ? name.split('?', 1) : []
  if (projectIndex.routes.has(linked)) {
    used.routes.add(linked)
    if (linked === name) checkRequiredParams(node, name, context)
  }
  if (schema.format === 'icon') {
    used.icons.add(name)
    if (contract.icons.has(name)) return true
    unit.report(unknownIcon, node, path, `There is no icon "${name}".`, didYouMean(name, contract.icons))
    return false
  }
  if (schema.format === 'form') {
    // A step fills a form that a widget shows.
    if (!member(holder, 'action')) used.forms.add(name)
    else if (contract.forms.has(name)) unit.drafts.set(name, rangeOf(node))
    if (contract.forms.has(name)) return true
    unit.report(
      unknownForm,
      node,
      path,
      `There is no form "${name}" in schemas/forms.`,
      didYouMean(name, contract.forms.keys()),
    )
    return false
  }
  if (isRefTo(schema, 'state')) {
    const [head = '', ...fields] = name.split('.')
    const state = states.get(head)
    if (state) return canSet(node, head, fields, state.schema, context)
    const twoWay = unit.kind === 'part' && unit.params.has(head) ? 'Declare it with "twoWay": true.' : undefined
    unit.report(
      unknownState,
      node,
      path,
      unit.kind === 'part'
        ? `The part has no parameter "${name}" that it may set.`
        : `The screen declares no state "${name}".`,
      twoWay ?? didYouMean(name, states.keys()),
    )
    return false
  }
  if (isRefTo(schema, 'query', 'pagedQuery')) {
    const query = queries.get(name)
    if (!query)
      unit.report(
        unknownQuery,
        node,
        path,
        `The ${unit.kind} has no query "${name}".`,
        didYouMean(name, queries.keys()),
      )
    else if (isRefTo(schema, 'pagedQuery') && !query.paged)
      unit.report(unknownQuery, node, path, `The call of "${name}" does not answer in pages.`)
    else return true
    return false
  }
  const sibling = refArgument(schema, 'payloadField')
  if (sibling !== undefined) {
    const payload = contract.calls.get(stringAt(holder, sibling) ?? '')?.payload
    if (!payload || payload.properties?.[name]) return true
    unit.report(
      unknownProperty,
      node,
      path,
      `The payload has no field "${name}".`,
      didYouMean(name, Object.keys(payload.properties ?? {})),
    )
    return false
  }
  const field = refArgument(schema, 'formField')
  if (field !== undefined) {
    const form = contract.forms.get(stringAt(formHolder(holder, field), field) ?? '')
    if (!form || namesOf(form).includes(name)) return true
    unit.report(unknownForm, node, path, `The form has no field "${name}".`, didYouMean(name, namesOf(form)))
    return false
  }
  return true
}

/** Whether the way to a place within a state leads through objects that are surely there; reports where it does not. */
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
    const inner = schema.properties?.[field]
    const properties = Object.keys(schema.properties ?? {})
    if (typesOf(schema).nullable) {
      unit.report(
        nullableValue,
        node,
        path,
        `"${outer}" may be null here, and then has no "${field}" to set.`,
        `Set "${outer}" as a whole.`,
      )
      return false
    }
    if (!inner) {
      unit.report(
        unknownState,
        node,
        path,
        properties.length > 0
          ? `There is no "${field}" in "${outer}".`
          : `"${outer}" is ${showType(typeOf(schema))}, so no place in it can be set.`,
        properties.length > 0 ? didYouMean(field, properties) : `Set "${outer}" as a whole.`,
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
  if (required.length > 0)
    unit.report(
      navigationParams,
      node,
      path,
      `"${route}" requires ${required.map((name) => `"${name}"`).join(', ')}, and nothing gives it here.`,
      'Lead there with {"action": "navigate", "to": …, "params": …}.',
    )
}

/** Names within lists of a prop refer to the form named beside the list. */
function formHolder(holder: JsonNode | undefined, name: string): JsonNode | undefined {
  for (let at = holder; at; at = at.parent) if (member(at, name)?.type === 'string') return at
  return undefined
}

/** The properties of a form, those included that join under a condition. */
const namesOf = ({ schema }: Form): string[] => Object.keys(schema.properties ?? {})
