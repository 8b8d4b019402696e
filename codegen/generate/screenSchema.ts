import type { Json } from '../../src/core/program.ts'
import { loadProject } from '../check/load.ts'
import { Compiler } from '../compile/project.ts'
import type { Checked } from '../compile/project.ts'
import type { ActionDef, Widget } from '../compile/contract.ts'
import type { Schema } from '../compile/schema.ts'

type Draft = { [keyword: string]: Json }

const EXPRESSION: Draft = { type: 'string', pattern: '^=[^=]', description: 'An expression: "=…"' }
const CONDITION: Draft = { type: 'string', pattern: '^=[^=]', description: 'An expression that is true or false: "=…"' }
const ref = (name: string): Draft => ({ $ref: `#/definitions/${name}` })
const NODES: Draft = { type: 'array', items: ref('node') }
const STEPS: Draft = { type: 'array', items: ref('step') }
const described = (schema: Draft, description: string | undefined): Draft => (description === undefined ? schema : { ...schema, description })

/** schemas/screen.schema.json: what a plain editor completes and underlines while a screen is written. */
export function generateScreenSchema(root: string): string {
  const checked = new Compiler().check(loadProject(root))
  return `${JSON.stringify(screenSchema(checked), null, 2)}\n`
}

export function screenSchema({ contract, screens, parts }: Checked): Draft {
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
      title: described(ref('text'), 'Title; the product’s short name without one'),
      nav: { enum: ['default', 'custom', 'none'], description: 'Navigation bar: the app’s, the screen’s own, or none' },
      access: { type: 'array', items: { enum: [...contract.gates] }, description: 'Who may come here' },
      params: { type: 'object', description: 'Parameters of the route, or of the part' },
      state: { type: 'object', description: 'First values; {"type": schema, "value": …} where the value does not tell the type' },
      data: { type: 'object', additionalProperties: ref('region'), description: 'What the screen reads from the server, by name' },
      onShow: described(STEPS, 'Steps run each time the screen is shown'),
      body: NODES,
    },
    required: ['id', 'body'],
    additionalProperties: false,
    definitions: {
      text: {
        anyOf: [
          { enum: [...contract.texts.keys()].toSorted(), description: 'Key of a text in locales/en.json' },
          EXPRESSION,
          { type: 'object', properties: { text: { type: 'string' }, args: { type: 'object' } }, required: ['text'], additionalProperties: false },
        ],
      },
      call: { anyOf: [...contract.calls.values()].map((call) => ({ const: call.id, description: `${call.method} ${call.auth ? '(session) ' : ''}${call.description}` })) },
      route: { enum: screens.map((one) => one.route).filter((route) => route !== '').toSorted() },
      icon: { enum: [...contract.icons].toSorted() },
      form: { enum: [...contract.forms.keys()].toSorted() },
      region: regionSchema(),
      node: nodeSchema(widgets, [...parts.keys()].toSorted()),
      step: stepSchema(actions),
      ...Object.fromEntries(widgets.map((widget) => [`widget.${widget.name}`, widgetSchema(widget)])),
      ...Object.fromEntries(actions.map((action) => [`action.${action.name}`, actionSchema(action)])),
    },
  }
}

function regionSchema(): Draft {
  return {
    type: 'object',
    properties: {
      call: ref('call'), payload: { type: 'object', description: 'Fields of the call’s payload' }, when: described(CONDITION, 'Fetch only while this holds'),
      emptyWhen: described(CONDITION, 'The empty look stands when this holds'), every: { type: 'integer', minimum: 1, description: 'Seconds between refreshes in the background' },
      loading: NODES, error: NODES, empty: NODES,
    },
    required: ['call'],
    additionalProperties: false,
  }
}

const AROUND: Draft = {
  when: described(CONDITION, 'Drawn only while this holds'),
  each: { type: 'string', description: '"item in list" or "item, index in list"' },
  key: described(EXPRESSION, 'What tells the rows apart'),
  needs: { type: 'string', description: 'The data this waits for' },
  fallback: described(ref('node'), 'Drawn by a client that cannot draw this'),
}

/** "if" a schema holds "then" another, "else" a third. Built by name: an object with a member `then` passes for a promise. */
function implies(test: Draft, holds: Draft, fails?: Draft): Draft {
  const made = new Map<string, Draft>([['if', test]])
  made.set('then', holds)
  if (fails) made.set('else', fails)
  return Object.fromEntries(made)
}
const whenNamed = (key: string, name: string, definition: string): Draft => implies({ properties: { [key]: { const: name } }, required: [key] }, ref(definition))

function nodeSchema(widgets: Widget[], parts: string[]): Draft {
  return {
    type: 'object',
    ...implies(
      { required: ['part'] },
      { properties: { part: { enum: parts }, with: { type: 'object', description: 'Parameters of the part' }, ...AROUND }, additionalProperties: false },
      {
        properties: { widget: { anyOf: widgets.map(({ name, description }) => ({ const: name, description })) } },
        required: ['widget'],
        allOf: widgets.map(({ name }) => whenNamed('widget', name, `widget.${name}`)),
      },
    ),
  }
}

function widgetSchema(widget: Widget): Draft {
  const slots = Object.fromEntries(Object.entries(widget.slots).map(([name, slot]) => [name, described(NODES, slot.description)]))
  const { children, ...named } = slots
  return {
    description: widget.description,
    properties: {
      widget: { const: widget.name },
      props: { type: 'object', properties: valueProperties(widget.props), required: [...(widget.props.required ?? [])], additionalProperties: false },
      ...(children ? { children } : {}),
      ...(Object.keys(named).length > 0 ? { slots: { type: 'object', properties: named, additionalProperties: false } } : {}),
      on: { type: 'object', properties: Object.fromEntries(Object.entries(widget.events).map(([name, event]) => [name, described(STEPS, event.description)])), additionalProperties: false },
      ...AROUND,
    },
    ...((widget.props.required ?? []).length > 0 ? { required: ['props'] } : {}),
    additionalProperties: false,
  }
}

function stepSchema(actions: ActionDef[]): Draft {
  return {
    type: 'object',
    properties: { do: { anyOf: actions.map(({ name, description }) => ({ const: name, description })) } },
    required: ['do'],
    allOf: actions.map(({ name }) => whenNamed('do', name, `action.${name}`)),
  }
}

function actionSchema(action: ActionDef): Draft {
  const branches = Object.entries(action.branches)
  const slots = Object.entries(action.slots)
  return {
    description: action.description,
    properties: {
      do: { const: action.name },
      ...valueProperties(action.args),
      ...Object.fromEntries(branches.map(([name, branch]) => [name, described(STEPS, branch.description)])),
      ...Object.fromEntries(slots.map(([name, slot]) => [name, described(NODES, slot.description)])),
    },
    required: ['do', ...(action.args.required ?? []), ...branches.flatMap(([name, branch]) => (branch.required ? [name] : [])), ...slots.flatMap(([name, slot]) => (slot.required ? [name] : []))],
    additionalProperties: false,
  }
}

function valueProperties(schema: Schema): Draft {
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, held]) => [name, valueSchema(held)]))
}

/** What may be written where a value of a schema stands: the value, or an expression. */
function valueSchema(schema: Schema): Draft {
  const about = (inner: Draft): Draft => described(inner, schema.description)
  if (schema.format === 'text') return about(ref('text'))
  if (schema['x-call'] !== undefined) return about(ref('call'))
  if (schema.format === 'form') return about(ref('form'))
  if (schema['x-route'] !== undefined) return about(ref('route'))
  if (schema.format === 'icon' || schema.format === 'route') return about({ anyOf: [ref(schema.format), EXPRESSION] })
  if (schema.enum) return about({ anyOf: [{ enum: schema.enum }, EXPRESSION] })
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.includes('object')) return about(schema.properties ? { anyOf: [{ type: 'object', properties: valueProperties(schema), required: [...(schema.required ?? [])], additionalProperties: false }, EXPRESSION] } : {})
  if (types.includes('array')) return about({ anyOf: [{ type: 'array', ...(schema.items ? { items: valueSchema(schema.items) } : {}) }, EXPRESSION] })
  if (types.length === 0) return about({})
  if (types.includes('string')) return about(types.length === 1 ? { type: 'string' } : { type: types })
  return about({ anyOf: [{ type: types.length === 1 ? (types[0] ?? 'null') : types }, EXPRESSION] })
}
