import { refArgument, refOf } from '../../compile/schemaRef.ts'
import type { Checked } from '../../compile/project.ts'
import type { ActionDef, Call, Contract, Widget } from '../../compile/contract.ts'
import type { CheckedScreen } from '../../compile/screen.ts'
import type { CompiledPart } from '../../compile/compiledPart.ts'
import type { Schema } from '../../compile/schema.ts'
import {
  CONDITION,
  withDescription,
  EXPRESSION,
  ifThenElse,
  ref,
  valueProperties,
  valueSchema,
  type JsonSchema,
} from './jsonSchema.ts'

const NODES: JsonSchema = { type: 'array', items: ref('node') }
const STEPS: JsonSchema = { type: 'array', items: ref('step') }
/** What a plain editor completes and underlines while a screen is written. */
export function screenSchema(checked: Checked): JsonSchema {
  const { contract, parts } = checked
  const widgets = [...contract.widgets.values()]
  const actions = [...contract.actions.values()]
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A screen, or a part of screens',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      id: { type: 'string', description: 'Where the file is: screens/<id>.json, or screens/parts/<id>.json' },
      description: { type: 'string' },
      route: { type: 'string', pattern: '^/', description: 'Path of the screen, e.g. /pages/market/index' },
      title: withDescription(ref('text'), 'Title; the product’s short name without one'),
      navigationBar: {
        enum: ['default', 'custom', 'none'],
        description: 'Navigation bar: the app’s, the screen’s own, or none',
      },
      toolbar: withDescription(NODES, 'Nodes at the end of the app’s navigation bar; they cannot wait for a query'),
      access: {
        type: 'array',
        items: { enum: [...contract.accessRules] },
        description: 'Access rules: what a user needs to open this screen',
      },
      params: { type: 'object', description: 'Parameters of the route, or of the part' },
      state: {
        type: 'object',
        description: 'Initial values; {"type": schema, "value": …} where the type cannot be inferred from the value',
      },
      queries: {
        type: 'object',
        additionalProperties: ref('query'),
        description: 'What the screen reads from the server, by name',
      },
      onShow: withDescription(STEPS, 'Steps run each time the screen is shown'),
      body: NODES,
    },
    required: ['id', 'body'],
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

/** The payload sent: the page is optional, since the list sets it automatically. */
const payloadSchema = ({ payload, paging, description }: Call): JsonSchema => ({
  type: 'object',
  description: `Payload: ${description}`,
  properties: valueProperties(payload),
  required: (payload.required ?? []).filter((name) => name !== paging?.page),
  additionalProperties: false,
})

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
      return [...contract.calls.values()].filter(hasPayload).map((one) => {
        const { required: _required, ...partly } = payloadSchema(one)
        return whenSibling(
          call,
          one.id,
          member,
          refOf(schema)?.without === undefined ? ref(`payload.${one.id}`) : partly,
        )
      })
    }
    return route !== undefined
      ? routed(screens).map((one) => whenSibling(route, one.route, member, ref(`params.${one.route}`)))
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
    properties: {
      call: ref('call'),
      payload: { type: 'object', description: 'Fields of the call’s payload' },
      enabled: withDescription(CONDITION, 'Sent only while this is true'),
      emptyWhen: withDescription(CONDITION, 'Shows the empty placeholder while this is true'),
      refreshSeconds: { type: 'integer', minimum: 1, description: 'Seconds between refreshes in the background' },
      loading: NODES,
      error: NODES,
      empty: NODES,
    },
    required: ['call'],
    additionalProperties: false,
  }
}

const PLACEMENT: JsonSchema = {
  visible: withDescription(CONDITION, 'Rendered only while this is true'),
  each: { type: 'string', description: '"item in list" or "item, index in list"' },
  key: withDescription(EXPRESSION, 'Identifies a row; unique in the list'),
  waitFor: { type: 'string', description: 'The query that this node and all in it wait for' },
  loading: withDescription(NODES, 'Placeholder until that query has data, instead of the query’s own'),
  fallback: withDescription(ref('node'), 'Rendered by a client that does not have this widget'),
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
        properties: {
          part: { enum: ids },
          props: { type: 'object', description: 'Parameters of the part' },
          ...PLACEMENT,
        },
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

function widgetSchema(widget: Widget): JsonSchema {
  const slots = Object.fromEntries(
    Object.entries(widget.slots).map(([name, slot]) => [name, withDescription(NODES, slot.description)]),
  )
  const { children, ...named } = slots
  return {
    description: widget.description,
    properties: {
      widget: { const: widget.name },
      props: {
        type: 'object',
        properties: valueProperties(widget.props),
        required: [...(widget.props.required ?? [])],
        additionalProperties: false,
      },
      ...(children ? { children } : {}),
      ...(Object.keys(named).length > 0
        ? { slots: { type: 'object', properties: named, additionalProperties: false } }
        : {}),
      showErrorOf: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        uniqueItems: true,
        description: 'Queries that this node reads without waiting for them: their error is shown after the node',
      },
      let: {
        type: 'object',
        additionalProperties: EXPRESSION,
        description: 'Names for expressions, in scope in this node and all in it',
      },
      on: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(widget.events).map(([name, event]) => [name, withDescription(STEPS, event.description)]),
        ),
        additionalProperties: false,
      },
      ...PLACEMENT,
    },
    ...((widget.props.required ?? []).length > 0 ? { required: ['props'] } : {}),
    additionalProperties: false,
  }
}

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
