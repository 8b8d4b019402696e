import { refArgument, refOf } from '../contract/schemaRef.ts'
import type { Checked } from '../project.ts'
import type { ActionDef, Call, Contract, Widget } from '../contract/contract.ts'
import { screenPayload } from '../contract/contract.ts'
import type { CheckedScreen } from '../compiledScreen.ts'
import type { CompiledPart } from '../parts/compiledPart.ts'
import type { Schema } from '../contract/schema.ts'
import { ALLOW, ALLOW_SCHEMA } from '../keywords/allow.ts'
import { propertiesOf, requiredOf } from '../keywords/keyword.ts'
import { NODE_KEYWORDS } from '../keywords/node/index.ts'
import { PART_FIELDS } from '../keywords/part/index.ts'
import { QUERY_KEYWORDS } from '../keywords/query/index.ts'
import { SCREEN_KEYWORDS } from '../keywords/screen/index.ts'
import {
  NODES,
  STEPS,
  withDescription,
  EXPRESSION,
  ifThenElse,
  ref,
  valueProperties,
  valueSchema,
  type JsonSchema,
} from '../keywords/editorSchema.ts'

/** JSON Schema by which a plain editor completes and underlines while a screen is written. */
export function screenSchema(checked: Checked): JsonSchema {
  const { contract, parts } = checked
  const widgets = [...contract.widgets.values()]
  const actions = [...contract.actions.values()]
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A screen, or a part of screens',
    type: 'object',
    properties: propertiesOf(SCREEN_KEYWORDS, ({ schema }) => schema(contract)),
    required: requiredOf(SCREEN_KEYWORDS).filter((name) => PART_FIELDS.get(name)?.required),
    additionalProperties: false,
    definitions: {
      text: {
        anyOf: [
          textKeys(checked),
          EXPRESSION,
          {
            type: 'object',
            properties: { text: { type: 'string' }, args: { type: 'object' } },
            required: ['text'],
            additionalProperties: false,
          },
        ],
      },
      call: {
        anyOf: [...contract.calls.values()].map((call) => ({
          const: call.id,
          description: `${call.method} ${call.auth ? '(session) ' : ''}${call.description}`,
        })),
      },
      route: routeSchema(checked),
      icon: { enum: [...contract.icons].toSorted() },
      form: { enum: [...contract.forms.keys()].toSorted() },
      query: querySchema(contract),
      node: nodeSchema(widgets, checked),
      step: stepSchema(actions),
      ...payloadSchemas(contract),
      ...paramSchemas(checked),
      ...Object.fromEntries([...parts].map(([id, part]) => [`part.${id}`, partSchema(part)])),
      ...Object.fromEntries(widgets.map((widget) => [`widget.${widget.name}`, widgetSchema(widget)])),
      ...Object.fromEntries(actions.map((action) => [`action.${action.name}`, actionSchema(action, checked)])),
    },
  }
}

/** Keys with their English words beside them, where an editor shows such. */
function textKeys({ contract, locales }: Checked): JsonSchema {
  const english = locales.get('en') ?? {}
  const keys = [...contract.texts.keys()].toSorted()
  return {
    enum: keys,
    enumDescriptions: keys.map((key) => english[key] ?? english[`${key}_other`] ?? ''),
    description: 'Key of a text in locales/en.json',
  }
}

/** Routes with the titles of their screens. */
function routeSchema({ screens, locales }: Checked): JsonSchema {
  const english = locales.get('en') ?? {}
  const titles = new Map(
    screens.flatMap(({ route, screen }) =>
      route === ''
        ? []
        : [
            [
              route,
              Array.isArray(screen?.title) && screen.title[0] === 't' ? (english[String(screen.title[1])] ?? '') : '',
            ] as const,
          ],
    ),
  )
  const routes = [...titles.keys()].toSorted()
  return { enum: routes, enumDescriptions: routes.map((route) => titles.get(route) ?? '') }
}

/** A definition for the payload of each call that takes one. */
const payloadSchemas = (contract: Contract): JsonSchema =>
  Object.fromEntries(
    [...contract.calls.values()].filter(hasPayload).map((call) => [`payload.${call.id}`, payloadSchema(call)]),
  )
const hasPayload = ({ payload }: Call): boolean => Object.keys(payload.properties ?? {}).length > 0

const payloadSchema = (call: Call): JsonSchema => {
  const payload = screenPayload(call)
  return {
    type: 'object',
    description: `Payload: ${call.description}`,
    properties: valueProperties(payload),
    required: payload.required ?? [],
    additionalProperties: false,
  }
}

/** If `sibling` has this value, `member` matches that definition or is an expression. */
const whenSibling = (sibling: string, name: string, member: string, definition: JsonSchema): JsonSchema =>
  ifThenElse(
    { properties: { [sibling]: { const: name } }, required: [sibling] },
    { properties: { [member]: { anyOf: [definition, EXPRESSION] } } },
  )

/** A call has its payload beside it, a route its parameters; if another argument supplies a field of the payload, every field is optional. */
function siblingArguments(args: Schema, { contract, screens }: Checked): JsonSchema[] {
  return Object.entries(args.properties ?? {}).flatMap(([member, schema]) => {
    const [call, route] = [refArgument(schema, 'payload'), refArgument(schema, 'params')]
    if (call !== undefined) {
      return [...contract.calls.values()].filter(hasPayload).map((other) => {
        const { required: _required, ...partly } = payloadSchema(other)
        return whenSibling(
          call,
          other.id,
          member,
          refOf(schema)?.without === undefined ? ref(`payload.${other.id}`) : partly,
        )
      })
    }
    return route !== undefined
      ? routed(screens).map((item) => whenSibling(route, item.route, member, ref(`params.${item.route}`)))
      : []
  })
}

const routed = (screens: Checked['screens']): CheckedScreen[] =>
  screens.filter(({ route, screen }) => route !== '' && Object.keys(screen?.params ?? {}).length > 0)

/** A definition for the parameters of each route that has some. */
const paramSchemas = ({ screens }: Checked): JsonSchema =>
  Object.fromEntries(
    routed(screens).map(({ route, screen }) => {
      const params = Object.entries(screen?.params ?? {})
      return [
        `params.${route}`,
        {
          type: 'object',
          properties: Object.fromEntries(params.map(([name, { type }]) => [name, { anyOf: [{ type }, EXPRESSION] }])),
          required: params.filter(([, param]) => param.required === true).map(([name]) => name),
          additionalProperties: false,
        },
      ]
    }),
  )

function partSchema({ params }: CompiledPart): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...params].map(([name, param]) => [name, param.ref ? EXPRESSION : valueSchema(param.schema)]),
    ),
    required: [...params].filter(([, param]) => param.required).map(([name]) => name),
    additionalProperties: false,
  }
}

function querySchema(contract: Contract): JsonSchema {
  return {
    type: 'object',
    allOf: [...contract.calls.values()]
      .filter(hasPayload)
      .map((call) => whenSibling('call', call.id, 'payload', ref(`payload.${call.id}`))),
    properties: propertiesOf(QUERY_KEYWORDS, ({ schema }) => schema),
    required: requiredOf(QUERY_KEYWORDS),
    additionalProperties: false,
  }
}

const whenNamed = (key: string, name: string, definition: string): JsonSchema =>
  ifThenElse({ properties: { [key]: { const: name } }, required: [key] }, ref(definition))

function nodeSchema(widgets: Widget[], { parts }: Checked): JsonSchema {
  const ids = [...parts.keys()].toSorted()
  const uses = ids.map((id) =>
    ifThenElse(
      { properties: { part: { const: id } }, required: ['part'] },
      { properties: { props: ref(`part.${id}`) } },
    ),
  )
  return {
    type: 'object',
    ...ifThenElse(
      { required: ['part'] },
      {
        allOf: uses,
        properties: propertiesOf(NODE_KEYWORDS, (keyword) =>
          keyword.of === 'widget' ? undefined : keyword.schema({ widget: undefined, parts: ids }),
        ),
        additionalProperties: false,
      },
      {
        properties: { widget: { anyOf: widgets.map(({ name, description }) => ({ const: name, description })) } },
        required: ['widget'],
        allOf: widgets.map(({ name }) => whenNamed('widget', name, `widget.${name}`)),
      },
    ),
  }
}

const widgetSchema = (widget: Widget): JsonSchema => ({
  description: widget.description,
  properties: propertiesOf(NODE_KEYWORDS, (keyword) =>
    keyword.of === 'part' ? undefined : keyword.schema({ widget, parts: [] }),
  ),
  ...((widget.props.required ?? []).length > 0 ? { required: ['props'] } : {}),
  additionalProperties: false,
})

function stepSchema(actions: ActionDef[]): JsonSchema {
  return {
    type: 'object',
    properties: { action: { anyOf: actions.map(({ name, description }) => ({ const: name, description })) } },
    required: ['action'],
    allOf: actions.map(({ name }) => whenNamed('action', name, `action.${name}`)),
  }
}

function actionSchema(action: ActionDef, checked: Checked): JsonSchema {
  const conditional = siblingArguments(action.args, checked)
  const branches = Object.entries(action.branches)
  const slots = Object.entries(action.slots)
  return {
    description: action.description,
    ...(conditional.length > 0 ? { allOf: conditional } : {}),
    properties: {
      action: { const: action.name },
      [ALLOW.name]: { description: ALLOW.doc, ...ALLOW_SCHEMA },
      ...valueProperties(action.args),
      ...Object.fromEntries(branches.map(([name, branch]) => [name, withDescription(STEPS, branch.description)])),
      ...Object.fromEntries(slots.map(([name, slot]) => [name, withDescription(NODES, slot.description)])),
    },
    required: [
      'action',
      ...(action.args.required ?? []),
      ...branches.flatMap(([name, branch]) => (branch.required ? [name] : [])),
      ...slots.flatMap(([name, slot]) => (slot.required ? [name] : [])),
    ],
    additionalProperties: false,
  }
}
