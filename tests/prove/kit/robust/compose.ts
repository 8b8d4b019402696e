import type { Contract, Widget } from '../../../../codegen/compiler/contract/contract.ts'
import { typesOf, type Schema } from '../../../../codegen/compiler/contract/schema.ts'
import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { Random } from '../random.ts'
import { valueOf } from './values.ts'

type Doc = { [name: string]: Json }

/** A name that an expression can read here. */
interface Source {
  expr: string
  schema: Schema
  optional: boolean
}

interface Setting {
  random: Random
  contract: Contract
  texts: readonly string[]
  sources: readonly Source[]
  /** Names of repeated items, counted through the screen. */
  rows: { count: number }
}

/** Annotations that leave a value free. */
const LABELS = new Set(['x-unit', 'x-unit-ref', 'x-title'])

/** Widgets that cover the screen or need a partner outside of it are not combined at random. */
const APART = new Set(['Toast', 'Dialog', 'Sheet', 'TabBar', 'SlideVerify', 'Keypad', 'Form'])

/** A screen generated from the schemas of calls and widgets. The compiler accepts most; it must refuse the others. */
export function compose(id: string, random: Random, contract: Contract): Doc {
  const texts = [...contract.texts.keys()].filter((key) => contract.texts.arguments(key)?.size === 0)
  const setting: Setting = { random, contract, texts, sources: [], rows: { count: 0 } }
  const calls = [...contract.calls.values()].filter((call) => call.effect === 'read' && call.needs.length === 0)
  const data: Doc = {}
  const body: Json[] = []
  const heading = random.pick(texts)
  for (let block = 0; block < 1 + random.int(3); block++) {
    if (random() < 0.35 || calls.length === 0) {
      body.push(node(setting, 2))
      continue
    }
    const call = random.pick(calls)
    const name = `r${block}`
    data[name] = {
      call: call.id,
      ...(Object.keys(call.payload.properties ?? {}).length > 0
        ? { payload: valueOf(call.payload, random, 'plain') }
        : {}),
    }
    body.push({ ...group({ ...setting, sources: within(name, call.data) }, 2), waitFor: name })
  }
  const nav = random.pick(['default', 'custom', 'none'])
  const bar: Doc = nav === 'default' && random() < 0.3 ? { toolbar: [node(setting, 1)] } : {}
  return {
    id,
    route: `/pages/${id}`,
    title: heading,
    navigationBar: nav,
    ...bar,
    access: ['login'],
    queries: data,
    body: [{ widget: 'Stack', children: [{ widget: 'Text', props: { text: heading } }, ...body] }],
  }
}

/** The fields of an object and of its nested objects. */
function within(expr: string, schema: Schema, depth = 0): Source[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): Source[] => {
    const source = { expr: `${expr}.${name}`, schema: property, optional: !required.has(name) }
    const sure = !source.optional && !typesOf(property).nullable
    return [source, ...(sure && property.properties && depth < 2 ? within(source.expr, property, depth + 1) : [])]
  })
}

/** A widget with children, some of them repeated over an available list. */
function group(setting: Setting, depth: number): Doc {
  const { random, sources } = setting
  const lists = sources.filter(
    ({ schema, optional }) => !optional && schema.type === 'array' && schema.items?.properties,
  )
  const children: Doc[] = Array.from({ length: 1 + random.int(3) }, () => node(setting, depth - 1))
  const over = lists.length > 0 ? random.pick(lists) : undefined
  if (over?.schema.items) {
    const item = `item${setting.rows.count++}`
    const inner = { ...setting, sources: [...within(item, over.schema.items), ...sources] }
    const key = Object.entries(over.schema.items.properties ?? {}).find(
      ([name, { type, format }]) =>
        type === 'string' && format !== 'decimal' && over.schema.items?.required?.includes(name),
    )
    if (key) children.push({ ...node(inner, depth - 1), each: `${item} in ${over.expr}`, key: `=${item}.${key[0]}` })
  }
  return { widget: 'Stack', children }
}

function node(setting: Setting, depth: number): Doc {
  const { random, contract } = setting
  const widget = random.pick(
    [...contract.widgets.values()].filter(({ name, slots }) => !APART.has(name) && (depth > 0 || !slots.children)),
  )
  const when: string[] = []
  const props = propsOf(widget, setting, when)
  const out: Doc = { widget: widget.name, ...(Object.keys(props).length > 0 ? { props } : {}) }
  for (const [name, slot] of Object.entries(widget.slots)) {
    if (slot.required !== true && (depth <= 0 || random() < 0.4)) continue
    const nodes = Array.from({ length: 1 + random.int(2) }, () => node(setting, depth - 1))
    if (name === 'children') out.children = nodes
    else out.slots = { ...(out.slots as Doc | undefined), [name]: nodes }
  }
  for (const event of Object.keys(widget.events))
    if (random() < 0.5)
      out.on = { ...(out.on as Doc | undefined), [event]: [{ action: 'toast', text: random.pick(setting.texts) }] }
  if (when.length > 0) out.visible = `=${when.join(' && ')}`
  return out
}

function propsOf(widget: Widget, setting: Setting, when: string[]): Doc {
  const required = new Set(widget.props.required)
  const chosen = Object.entries(widget.props.properties ?? {}).filter(
    ([name]) => required.has(name) || setting.random() < 0.5,
  )
  return Object.fromEntries(
    chosen.flatMap(([name, schema]) => {
      const value = propOf(schema, setting, when)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function propOf(schema: Schema, setting: Setting, when: string[]): Json | undefined {
  const { random, contract, texts, sources } = setting
  const fits = sources.filter((source) => suits(source.schema, schema))
  if (fits.length > 0 && random() < 0.8) {
    const { expr, schema: from, optional } = random.pick(fits)
    if ((optional || typesOf(from).nullable) && !typesOf(schema).nullable) when.push(`${expr} != null`)
    return `=${expr}`
  }
  switch (schema.format) {
    case 'text':
      return random.pick(texts)
    case 'icon':
      return random.pick([...contract.icons])
    case 'form':
      return random.pick([...contract.forms.keys()])
    case 'route':
    case 'file':
      return undefined
    default:
      return Object.keys(schema).some((name) => name.startsWith('x-') && !LABELS.has(name))
        ? undefined
        : literal(schema, setting, when)
  }
}

/** A value of the document: its texts are keys of the locales, bound parts stay bound. */
function literal(schema: Schema, setting: Setting, when: string[]): Json | undefined {
  const { random } = setting
  const [type] = typesOf(schema).types
  if (type === 'array' && schema.items) {
    const { items } = schema
    return Array.from({ length: Math.max(schema.minItems ?? 0, 1 + random.int(3)) }, () =>
      propOf(items, setting, when),
    ).filter((item) => item !== undefined)
  }
  if (type === 'object' && schema.properties) {
    const required = new Set(schema.required)
    const included = Object.entries(schema.properties).filter(([name]) => required.has(name) || random() < 0.4)
    return Object.fromEntries(
      included.flatMap(([name, inner]) => {
        const value = propOf(inner, setting, when)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }
  const value = valueOf(schema, random, 'plain')
  return typeof value === 'string' && value.startsWith('=') ? `=${value}` : value
}

/** Whether this value fits a schema: the same type, unit and kind of name. */
function suits(from: Schema, to: Schema): boolean {
  const [a, b] = [typesOf(from).types[0], typesOf(to).types[0]]
  if (a === undefined || a !== b || a === 'object') return false
  if (a === 'array')
    return (
      from.items !== undefined &&
      to.items !== undefined &&
      to.items.properties === undefined &&
      suits(from.items, to.items)
    )
  if (to.enum) return from.enum?.every((value) => to.enum?.includes(value)) === true
  if (to.format === 'text') return from.format !== 'decimal'
  return from.format === to.format && from['x-unit'] === to['x-unit']
}
