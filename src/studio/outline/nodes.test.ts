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
    outlineOf(TEXT, { 'plant.title': 'Rose' }).map(({ place, depth, label, detail, condition }) => [
      place,
      depth,
      label,
      detail,
      ...(condition === '' ? [] : [condition]),
    ]),
  ).toEqual([
    ['queries/list/loading', 0, 'list: while it loads', ''],
    ['queries/list/loading/0', 1, 'Skeleton', ''],
    ['body/0', 0, 'Stack', 'Rose'],
    ['body/0/slots/header', 1, 'header', ''],
    ['body/0/slots/header/0', 2, 'Part bar', ''],
    ['body/0/children/0', 1, 'Text', 'Rose', 'only if open'],
    ['body/0/on/press/0/body', 1, 'press: its sheet', ''],
    ['body/0/on/press/0/body/0', 2, 'Card', ''],
  ])
})

it('says of a node without a text what its value is', () => {
  const text = JSON.stringify({
    body: [
      { widget: 'Money', props: { value: '=plant.price' } },
      { widget: 'Row', children: [] },
      { widget: 'Text', props: { text: "=session.user.nickname.orValue('you')" } },
      { widget: 'ListCell', each: 'plant in plants.rows.filter(p, p.id == state.id)' },
      { widget: 'Icon', props: { name: 'triangle-alert' } },
      { widget: 'Text', props: { text: { text: 'plant.sizes', args: { minimum: '=plant.least' } } } },
      { widget: 'Text', props: { text: "=plant.isRare ? text('plant.rare') : plant.name" } },
    ],
  })
  const english = { 'plant.sizes': 'From {{minimum}} to {{mostOfAll}}', 'plant.rare': 'Rare' }
  expect(outlineOf(text, english).map(({ detail, each }) => detail + each)).toEqual([
    '{price}',
    '',
    '{nickname}',
    'for each plant',
    'triangle alert',
    'From {minimum} to {most of all}',
    'Rare',
  ])
})

it('a picture is named by its file', () => {
  const text = JSON.stringify({ body: [{ widget: 'Image', props: { src: '/media/news-gold.svg' } }] })
  expect(outlineOf(text).map(({ detail }) => detail)).toEqual(['news-gold.svg'])
})

it('says that a node is hidden, and marks the nodes in it', () => {
  const text = JSON.stringify({
    body: [{ widget: 'Row', visible: '=false && (a != null)', children: [{ widget: 'Icon' }] }, { widget: 'Icon' }],
  })
  expect(outlineOf(text).map(({ detail, isHidden }) => [detail, isHidden])).toEqual([
    ['hidden', true],
    ['', true],
    ['', false],
  ])
})

it.each([
  ['body/0/children/0/props/text', 'body/0/children/0'],
  ['body/0/on/press/0', 'body/0'],
  ['queries/list/call', ''],
])('finds the node around %s', (place, node) => expect(enclosingNode(TEXT, place)).toBe(node))
