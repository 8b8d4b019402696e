import { array, assert, nat, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePlaces, duplicate, insertSource, moveItem, placeAt, removeAt, setValue, wrap } from './document.ts'

const SCREEN = `{
  // The body of the screen.
  "body": [
    { "widget": "A" },
    {
      "widget": "B",
      "props": { "x": 1 },
      "children": [{ "widget": "C" }]
    },
    { "widget": "D" }
  ]
}
`
const widgets = (text: string): unknown => (JSON.parse(text.replace(/^ *\/\/.*$/m, '')) as { body: unknown }).body

describe('edits of a document', () => {
  it('set a value and leave the comment and the format of the rest', () => {
    const text = setValue(SCREEN, 'body/1/props/x', 2)
    expect(text).toBe(SCREEN.replace('"x": 1', '"x": 2'))
  })

  it('remove an item of a list', () => {
    expect(removeAt(SCREEN, 'body/0')).toBe(SCREEN.replace('    { "widget": "A" },\n', ''))
  })

  it('duplicate an item with its format', () => {
    const result = duplicate(SCREEN, 'body/0')
    expect(result?.place).toBe('body/1')
    expect(result?.text).toBe(SCREEN.replace('{ "widget": "A" },', '{ "widget": "A" },\n    { "widget": "A" },'))
  })

  it('wrap an item in another widget', () => {
    expect(widgets(wrap(SCREEN, 'body/0', 'Stack') ?? '')).toMatchObject([
      { widget: 'Stack', children: [{ widget: 'A' }] },
      { widget: 'B' },
      { widget: 'D' },
    ])
  })

  it.each([
    ['down', 'body/0', 'body', 2, ['B', 'A', 'D'], 'body/1'],
    ['up', 'body/2', 'body', 0, ['D', 'A', 'B'], 'body/0'],
    ['to the end', 'body/0', 'body', 3, ['B', 'D', 'A'], 'body/2'],
    ['into a later node', 'body/0', 'body/1/children', 0, ['B', 'D'], 'body/0/children/0'],
    ['out of a node', 'body/1/children/0', 'body', 0, ['C', 'A', 'B', 'D'], 'body/0'],
  ])('move an item %s', (_name, from, list, index, order, place) => {
    const moved = moveItem(SCREEN, from, list, index)
    expect((widgets(moved?.text ?? '') as { widget: string }[]).map(({ widget }) => widget)).toEqual(order)
    expect(moved?.place).toBe(place)
    expect(moved?.text).toContain('// The body of the screen.')
  })

  it.each([
    ['into itself', 'body/1', 'body/1/children', 0],
    ['to its own place', 'body/1', 'body', 1],
    ['behind itself', 'body/1', 'body', 2],
    ['that is missing', 'body/9', 'body', 0],
  ])('refuse to move an item %s', (_name, from, list, index) => {
    expect(moveItem(SCREEN, from, list, index)).toBeNull()
  })

  it('make a list that is missing, and fill an empty one', () => {
    expect(widgets(insertSource(SCREEN, 'body/0/children', 0, '{ "widget": "E" }'))).toMatchObject([
      { children: [{ widget: 'E' }] },
      {},
      {},
    ])
    expect(JSON.parse(insertSource('{ "body": [] }', 'body', 0, '{"widget":"E"}'))).toEqual({ body: [{ widget: 'E' }] })
  })

  it('keep all items in any order of moves', () => {
    const index = nat({ max: 4 })
    assert(
      property(array(tuple(index, index), { maxLength: 8 }), (moves) => {
        let text = JSON.stringify({ body: [0, 1, 2, 3, 4].map((id) => ({ widget: `W${id}` })) }, null, 2)
        for (const [from, to] of moves) text = moveItem(text, `body/${from}`, 'body', to)?.text ?? text
        const names = (JSON.parse(text) as { body: { widget: string }[] }).body.map(({ widget }) => widget)
        expect(names.toSorted()).toEqual(['W0', 'W1', 'W2', 'W3', 'W4'])
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('places', () => {
  it('are found at an offset', () => expect(placeAt(SCREEN, SCREEN.indexOf('"x"') + 1)).toBe('body/1/props/x'))
  it('are compared in the order of the document', () => {
    expect(comparePlaces('body/1', 'body/2/children/0')).toBeLessThan(0)
    expect(comparePlaces('body/10', 'body/9')).toBeGreaterThan(0)
    expect(comparePlaces('body/1', 'body/1/children/0')).toBeLessThan(0)
  })
})
