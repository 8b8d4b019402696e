import { describe, expect, it } from 'vitest'
import { namesInScope, schemaOfPath } from './scope.ts'

const MODES = ['real', 'demo'] as const

const FILES = {
  'schemas/api/plants/list.json': JSON.stringify({
    data: { type: 'object', properties: { rows: { type: 'array', items: { $ref: '../../entities/plant.json' } } } },
  }),
  'schemas/entities/plant.json': JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, bed: { $ref: './bed.json' } },
  }),
  'schemas/entities/bed.json': JSON.stringify({ type: 'object', properties: { size: { type: 'integer' } } }),
  'schemas/forms/order.json': JSON.stringify({
    schema: { type: 'object', properties: { amount: { type: 'string' } } },
  }),
  'schemas/preferences.json': JSON.stringify({ type: 'object', properties: { hideAmounts: { type: 'boolean' } } }),
  'schemas/operator.json': JSON.stringify({ type: 'object', properties: { shortName: { type: 'string' } } }),
  'schemas/entities/user.json': JSON.stringify({ type: 'object', properties: { account: { type: 'string' } } }),
}
const TEXT = JSON.stringify({
  route: '/plants',
  queries: { list: { call: 'plants/list' } },
  state: { open: false },
  params: { id: { type: 'string' } },
  body: [
    { widget: 'Row', each: 'plant, at in list.rows', children: [{ widget: 'Text', props: { text: '=' } }] },
    { widget: 'Form', props: { form: 'order' } },
  ],
})
const PLACE = 'body/0/children/0/props/text'

describe('the names in scope of an expression', () => {
  const names = namesInScope(TEXT, PLACE, FILES, MODES)
  it.each([
    ['state.open', 'boolean'],
    ['params.id', 'string'],
    ['list.rows', 'array'],
    ['plant.name', 'string'],
    ['plant.bed.size', 'integer'],
    ['at', 'integer'],
    ['session.user.account', 'string'],
    ['forms.order.amount', 'string'],
    ['preferences.hideAmounts', 'boolean'],
    ['device.liveStale', 'boolean'],
    ['config.shortName', 'string'],
    ['queries.list.stale', 'boolean'],
  ])('have the type of %s', (path, type) => expect(schemaOfPath(path, names, FILES)?.schema.type).toBe(type))

  it.each(['plant.colour', 'nothing', 'list.rows.name'])('have no type of %s', (path) =>
    expect(schemaOfPath(path, names, FILES)).toBeUndefined(),
  )

  it('are the parameters themselves in a part', () => {
    const part = namesInScope(JSON.stringify({ params: { size: { type: 'integer' } }, body: [] }), 'body', FILES, MODES)
    expect(schemaOfPath('size', part, FILES)?.schema.type).toBe('integer')
  })

  it('leave out the items of a repeater elsewhere', () => {
    expect(namesInScope(TEXT, 'state', FILES, MODES).has('plant')).toBe(false)
  })
})
