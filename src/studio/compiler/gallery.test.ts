import { expect, it } from 'vitest'
import { checkedProject } from '../../../tests/support/project.ts'
import type { Node, Screen } from '../../engine/language/expressions/program.ts'
import { contentOfScreen, visit } from '../../engine/language/expressions/visit.ts'
import { galleryScreen } from './gallery.ts'
import type { GalleryItem } from './protocol.ts'

const { contract, screens: checked } = checkedProject()
const screens = checked.flatMap(({ screen }) => screen ?? [])
const ids = [...new Set(checked.flatMap(({ used }) => [...used.parts]))]
const EMPTY: Screen = {
  id: 'studio/isolated',
  route: '/studio/isolated',
  title: 'Alone',
  navigationBar: 'default',
  access: [],
  params: {},
  state: {},
  queries: {},
  onShow: [],
  body: [{ widget: 'Scroll', sourcePath: 'body/0' }],
  requires: { widgets: [], actions: [], functions: [] },
  calls: {},
  forms: {},
}

const widget = (name: string): GalleryItem => ({
  mark: `widget:${name}`,
  title: name,
  about: `What ${name} is`,
  widget: name,
  story: { name: 'first', props: {} },
})
const part = (id: string): GalleryItem => ({ mark: `part:${id}`, title: id, about: `What ${id} is`, part: id })
const gallery = (items: readonly GalleryItem[]): Screen => {
  const made = galleryScreen(EMPTY, items, { screens, contract })
  if (!made) throw new Error('The gallery has no screen.')
  return made
}
/** The nodes of the pictures, and the marks of the cards. */
function contentOf(screen: Screen): { nodes: Node[]; marks: unknown[] } {
  const nodes: Node[] = []
  visit(contentOfScreen(screen), { node: (node) => void nodes.push(node) })
  return { nodes, marks: nodes.flatMap(({ props = {} }) => props['#node'] ?? []) }
}
/** Whether the only node in the frame of a picture is a text with these words. */
const saysOnly = (screen: Screen, words: string): boolean =>
  contentOf(screen).nodes.some(
    ({ slots: { children = [] } = {} }) => children.length === 1 && children[0]?.props?.text === words,
  )

it('draws each widget by its story, under its mark', () => {
  const { nodes, marks } = contentOf(gallery([widget('Button'), widget('Badge')]))
  expect(marks).toEqual(['widget:Button', 'widget:Badge'])
  expect(nodes.map((node) => node.widget)).toEqual(expect.arrayContaining(['Button', 'Badge']))
})

it.each(['Sheet', 'Dialog'])('describes a %s, which would cover the other pictures', (name) =>
  expect(saysOnly(gallery([widget(name)]), `What ${name} is`)).toBe(true),
)

it('draws a part with the data and the states of its screen, under names of its own', () => {
  const screen = gallery([widget('Button'), part('interest/product')])
  const names = Object.keys(screen.queries)
  expect(names.length).toBeGreaterThan(0)
  expect(names.every((name) => name.startsWith('1 '))).toBe(true)
  for (const { call } of Object.values(screen.queries)) expect(screen.calls).toHaveProperty([call])
  expect(saysOnly(screen, 'What interest/product is')).toBe(false)
})

it('draws the first row only where a part is used in a list', () => {
  const repeated = contentOf(gallery([part('market/row')])).nodes.filter(({ each }) => each)
  expect(repeated.length).toBeGreaterThan(0)
  for (const { each, visible } of repeated) expect(visible).toEqual(['==', ['v', each?.index], 0])
})

it('draws a form of the catalogue for a story that names another one', () => {
  const screen = gallery([{ ...widget('Form'), story: { name: 'first', props: { form: 'sample' } } }])
  const form = contentOf(screen).nodes.find((node) => node.widget === 'Form')
  expect(Object.keys(screen.forms)).toEqual([form?.props?.form])
})

it('describes a part that the catalogue does not use', () =>
  expect(saysOnly(gallery([part('none')]), 'What none is')).toBe(true))

it('draws all parts of the catalogue but those that show the outcome of a step or a place on the chart', () => {
  expect(ids.length).toBeGreaterThan(50)
  expect(ids.filter((id) => saysOnly(gallery([part(id)]), `What ${id} is`))).toEqual(['trade/priceNow', 'chart/alert'])
})

it('says of what has no place in the limit of a screen what it is', () => {
  const screen = gallery([...ids, ...ids, ...ids].map(part))
  const { nodes } = contentOf(screen)
  expect(nodes.length).toBeLessThanOrEqual(2_000)
  expect(
    nodes.filter(({ props = {} }) => typeof props.text === 'string' && props.text.startsWith('What ')).length,
  ).toBeGreaterThan(0)
})
