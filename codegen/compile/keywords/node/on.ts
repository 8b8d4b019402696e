import type { Node } from '../../../../src/core/program.ts'
import { names } from '../../compat/nodeComparison.ts'
import type { Contract } from '../../contract.ts'
import { STEPS, withDescription } from '../../editorSchema.ts'
import { expectKind, joinPath } from '../../readFields.ts'
import type { Schema } from '../../schema.ts'
import { isRefTo, refArgument } from '../../schemaRef.ts'
import { itemsOf, member, members, stringAt } from '../../source.ts'
import type { JsonNode } from '../../source.ts'
import { compileSteps } from '../../step.ts'
import { objectOf, oneOf, typeOf } from '../../types.ts'
import type { Type } from '../../types.ts'
import { unknownEvent } from '../../../check/rules/unknown-event.ts'
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
        if (widget) unit.report(unknownEvent(widget, name), key, path)
        continue
      }
      if (!expectKind(unit, steps, 'array', path)) continue
      let { scope } = context
      if (event.detail) {
        const detail = detailType(event.detail, fields.props, unit.contract.forms)
        scope = scope.branch('event', detail)
        if (isRefTo(event.detail, 'formValues')) scope = scope.branch('form', detail)
      }
      const trigger = { widget: widget.name, event: name, guarded: event.guarded ?? false }
      handlers[name] = compileSteps(steps, { ...context, scope, path, trigger })
    }
    return Object.keys(handlers).length > 0 ? { node: { on: handlers } } : {}
  },
  compare(before, after, { report, steps }) {
    for (const event of names(before.on, after.on))
      for (const one of steps(before.on?.[event] ?? [], after.on?.[event] ?? [])) report(`, on ${event}: ${one}`)
  },
}

/** The payload type of an event that depends on the widget's props: a form's values, the id of one of its items. */
function detailType(detail: Schema, props: JsonNode | undefined, forms: Contract['forms']): Type {
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
