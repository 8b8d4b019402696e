import { within } from '../../compare/change.ts'
import { isJsonObject } from '../../../../src/engine/language/values/json.ts'
import type { Node } from '../../../../src/engine/language/expressions/program.ts'
import { names } from '../../compare/nodeComparison.ts'
import { isExpression } from '../../lower/compilationUnit.ts'
import type { CompileContext } from '../../lower/compileContext.ts'
import type { Form, Widget } from '../../contract/contract.ts'
import { parseExpression } from '../../infer/ast.ts'
import { factsOf } from '../../infer/facts.ts'
import type { Facts } from '../../infer/facts.ts'
import { uiOf } from '../../forms/formWidgets.ts'
import { joinTypes } from '../../infer/joinTypes.ts'
import { STEPS, withDescription } from '../editorSchema.ts'
import { expectKind, joinPath } from '../../lower/readFields.ts'
import type { Schema } from '../../contract/schema.ts'
import { isRefTo, refArgument } from '../../contract/schemaRef.ts'
import { itemsOf, member, members, stringAt } from '../../source/source.ts'
import type { JsonNode } from '../../source/source.ts'
import { compileSteps } from '../../lower/step.ts'
import { ITEM_ID, objectOf, oneOf, typeOf } from '../../infer/types.ts'
import type { Type } from '../../infer/types.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const on: NodeKeyword = {
  name: 'on',
  kind: 'object',
  of: 'widget',
  doc: 'Handlers: for events of the widget, steps.',
  synonyms: ['events'],
  schema: ({ widget }) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(widget?.events ?? {}).map(([name, event]) => [name, withDescription(STEPS, event.description)]),
    ),
    additionalProperties: false,
  }),
  compile(value, { widget, fields, context }) {
    const { unit } = context
    const handlers: NonNullable<Node['on']> = {}
    for (const { name, key, value: steps } of members(value)) {
      const path = joinPath(context.path, name)
      const event = widget && Object.hasOwn(widget.events, name) ? widget.events[name] : undefined
      if (!widget || !event) {
        if (widget) unit.emit({ event: 'unknownEvent', widget, name }, key, path)
        continue
      }
      if (!expectKind(unit, steps, 'array', path)) continue
      let { scope } = context
      if (event.detail) {
        const detail = detailType(event.detail, fields.props, context, event.sentBy)
        scope = scope.branch('event', detail)
        if (isRefTo(event.detail, 'formValues')) scope = scope.branch('form', detail)
      }
      if (event.guarded) for (const facts of factsWhileEnabled(widget, fields.props)) scope = scope.know(facts)
      const trigger = { widget: widget.name, name, guarded: event.guarded ?? false }
      handlers[name] = compileSteps(steps, { ...context, scope, path, trigger })
    }
    return Object.keys(handlers).length > 0 ? { node: { on: handlers } } : {}
  },
  compare(before, after, { report, steps }) {
    for (const event of names(before.on, after.on))
      for (const step of steps(before.on?.[event] ?? [], after.on?.[event] ?? []))
        report(within({ code: 'on', params: { event } }, step))
  },
}

/** Facts proved where the props that disable a control are false. */
const factsWhileEnabled = ({ props }: Widget, given: JsonNode | undefined): Facts[] =>
  Object.entries(props.properties ?? {}).flatMap(([name, schema]) => {
    const value = schema['x-disables'] === true ? member(given, name) : undefined
    const parsed = value && isExpression(value) ? parseExpression(String(value.value).slice(1)) : undefined
    return parsed && 'ast' in parsed ? factsOf(parsed.ast, false) : []
  })

/** The payload type of an event that depends on the widget's props: a form's values, the id of one of its items. */
function detailType(
  detail: Schema,
  props: JsonNode | undefined,
  context: CompileContext,
  sentBy: string | undefined,
): Type {
  const { forms } = context.unit.contract
  const formOf = (argument: string | undefined): Form | undefined =>
    argument === undefined ? undefined : forms.get(stringAt(props, argument) ?? '')
  const values = refArgument(detail, 'formValues')
  if (values !== undefined) return formOf(values)?.values ?? { k: 'wrong' }
  const typeOfDetail = (schema: Schema): Type => {
    const items = refArgument(schema, 'itemId')
    if (items !== undefined) return idType(member(props, items), context)
    const form = formOf(refArgument(schema, 'formField'))
    if (form)
      return oneOf(
        Object.keys(form.schema.properties ?? {}).filter(
          (name) => sentBy === undefined || uiOf(form, name).widget === sentBy,
        ),
      )
    const target = formOf(refArgument(schema, 'codeTarget'))
    return (target && targetType(target)) ?? typeOf(schema)
  }
  const required = new Set(detail.required)
  const entries = Object.entries(detail.properties ?? {})
  if (!entries.some(([, schema]) => isRefTo(schema, 'itemId', 'formField', 'codeTarget'))) return typeOf(detail)
  return objectOf(
    Object.fromEntries(
      entries.map(([name, schema]) => {
        const type = typeOfDetail(schema)
        return [name, required.has(name) ? type : { k: 'nullable', of: type }]
      }),
    ),
  )
}

/** The type of the ids of items. Ids that are not all known are texts of any format. */
function idType(items: JsonNode | undefined, { unit, scope }: CompileContext): Type {
  const ids = literalIds(items)
  if (ids) return oneOf(ids)
  const list = items && isExpression(items) ? unit.typeOf(String(items.value).slice(1), scope)?.type : undefined
  const item = list?.k === 'list' && list.of.k === 'object' ? list.of.fields.get('id')?.type : undefined
  return item?.k === 'string' ? item : { k: 'string', format: ITEM_ID }
}

/** The type of the values that codes are sent to: that of the fields which the options of code fields name. */
function targetType({ def, schema }: Form): Type | undefined {
  const types = Object.values(def.uiSchema).flatMap((ui): Type[] => {
    const options = isJsonObject(ui) && isJsonObject(ui['ui:options']) ? ui['ui:options'] : {}
    const named = isJsonObject(options.to) ? Object.values(options.to) : []
    return [options.target, ...named].flatMap((field) => {
      const target = typeof field === 'string' ? schema.properties?.[field] : undefined
      return target ? [typeOf(target)] : []
    })
  })
  const [first, ...others] = types
  return others.reduce((joined, type) => joined && joinTypes(joined, type), first)
}

function literalIds(items: JsonNode | undefined): string[] | undefined {
  const ids = itemsOf(items).map((item) => stringAt(item, 'id'))
  return ids.length > 0 && ids.every((id): id is string => id !== undefined && !id.startsWith('=')) ? ids : undefined
}
