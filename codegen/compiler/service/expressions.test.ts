import { expect, it } from 'vitest'
import { provedBy, queriesHandledIn, readsIn, readsOf, shownValues } from './expressions.ts'

it.each([
  ['state.open && size(plants.rows) > 0', ['state.open', 'plants.rows']],
  ['plants.rows.map(plant, plant.name + state.unit)', ['plants.rows', 'state.unit']],
  // The name that a macro binds is that of a query elsewhere only.
  ['pots.filter(plants, plants.size > 1)', ['pots']],
  ["'plants' + params.id", ['params.id']],
  ['plants[0].name', ['plants']],
  ['state.', []],
])('reads of an expression: "%s"', (expression, paths) => {
  expect(readsOf(expression).map((path) => path.join('.'))).toEqual(paths)
})

it.each([
  ['a.b != null && size(c.rows) > 0', ['a.b'], ['c.rows']],
  ['null != a', ['a'], []],
  ['a != null || b != null', [], []],
  ['a != null && (b != null || c)', ['a'], []],
  ['size(a) > 1 && b == null', [], []],
  ["b != 'x && a != null'", [], []],
])('proof of a condition: "%s"', (condition, notNull, notEmpty) => {
  expect(provedBy(condition)).toEqual({ notNull, notEmpty })
})

it('reads of a document: expressions, repeated lists, and names of queries', () => {
  const node = {
    widget: 'Text',
    waitFor: 'plants',
    each: 'pot, at in pots.rows',
    props: { text: '=pot.name', other: 'state.open', escaped: '==params.id' },
    on: { press: [{ action: 'refresh', queries: ['shelves'] }] },
  }
  expect(readsIn(node).map((path) => path.join('.'))).toEqual([
    'queries.plants',
    'pots.rows',
    'pot.name',
    'queries.shelves',
  ])
  expect(queriesHandledIn({ body: [node, { showErrorOf: ['a', 'b'], children: [{ waitFor: 'c' }] }] })).toEqual([
    'plants',
    'a',
    'b',
    'c',
  ])
})

it('shown values of a document: labels and texts of enumerations', () => {
  const rows = [
    { label: 'pot.size', value: '=number(pot.size, 0)' },
    { label: 'pot.kind', value: "=enumText('kinds', pot.kind)" },
    { label: 'pot.note', value: 'words' },
  ]
  expect(shownValues({ props: { rows } })).toEqual({
    labels: [
      { label: 'pot.size', field: 'size' },
      { label: 'pot.kind', field: 'kind' },
    ],
    texts: [{ group: 'kinds', field: 'kind' }],
  })
})
