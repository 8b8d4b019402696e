import { expect, it } from 'vitest'
import { enclosingNode, outlineOf } from './nodes.ts'

const TEXT = JSON.stringify({
  queries: { list: { call: 'plants/list', loading: [{ widget: 'Skeleton' }] } },
  body: [
    {
      widget: 'Stack',
      slots: { header: [{ part: 'bar' }] },
      children: [{ widget: 'Text', props: { text: 'plant.title' }, visible: '=state.open' }],
      on: { press: [{ action: 'sheet', body: [{ widget: 'Card' }] }] },
    },
  ],
})

it('lists the nodes of a screen in order, with the lists that hold them', () => {
  expect(
    outlineOf(TEXT, { 'plant.title': 'Rose' }).map(({ place, depth, label, detail }) => [place, depth, label, detail]),
  ).toEqual([
    ['queries/list/loading', 0, 'list: loading', ''],
    ['queries/list/loading/0', 1, 'Skeleton', ''],
    ['body/0', 0, 'Stack', 'Rose'],
    ['body/0/slots/header', 1, 'header', ''],
    ['body/0/slots/header/0', 2, 'bar (part)', ''],
    ['body/0/children/0', 1, 'Text', 'Rose · if state.open'],
    ['body/0/on/press/0/body', 1, 'press: body', ''],
    ['body/0/on/press/0/body/0', 2, 'Card', ''],
  ])
})

it('says of a node without a text what its value is', () => {
  const text = JSON.stringify({
    body: [
      { widget: 'Money', props: { value: '=plant.price' } },
      { widget: 'Row', children: [] },
    ],
  })
  expect(outlineOf(text).map(({ detail }) => detail)).toEqual(['plant.price', ''])
})

it.each([
  ['body/0/children/0/props/text', 'body/0/children/0'],
  ['body/0/on/press/0', 'body/0'],
  ['queries/list/call', ''],
])('finds the node around %s', (place, node) => expect(enclosingNode(TEXT, place)).toBe(node))
