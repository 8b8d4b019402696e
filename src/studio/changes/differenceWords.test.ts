import { describe, expect, it } from 'vitest'
import type { NodeSubject } from '../../../codegen/compiler/compare/change.ts'
import { nodeChanges } from '../../../codegen/compiler/compare/nodeChanges.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import { differencesOf, locationWords, valueWords } from './differenceWords.ts'

const ENGLISH = { 'a.hello': 'Hello', 'a.bye': 'Goodbye' }
const WIDGETS = widgetsOf({
  'src/engine/widgets/Text/Text.schema.json': JSON.stringify({
    props: { properties: { tone: { 'x-title': 'Colour', enum: ['info', 'danger', 'md'] }, text: { format: 'text' } } },
  }),
  'src/engine/widgets/Heading/Heading.schema.json': JSON.stringify({
    props: { properties: { level: { 'x-title': 'Heading level', type: 'integer' } } },
  }),
})
const screen = (...body: object[]): string => JSON.stringify({ id: 'a', title: 'a.hello', body })
const text = (key: string, more: object = {}) => ({ widget: 'Text', props: { text: key, ...more } })
const lines = (file: string, before: string, after: string): string[] =>
  (differencesOf(file, before, after, ENGLISH, WIDGETS) ?? []).map(
    (difference) =>
      `${difference.where} | ${difference.what} | ${difference.before ?? '-'} | ${difference.after ?? '-'}`,
  )

describe('differences in words', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'a property',
      'screens/a.json',
      screen(text('a.hello', { tone: 'info' })),
      screen(text('a.hello', { tone: 'danger' })),
      ['Text “Hello” | Colour | Info | Danger'],
    ],
    [
      'a node more',
      'screens/a.json',
      screen(text('a.hello')),
      screen(text('a.hello'), text('a.bye')),
      ['The list | content | - | Text “Goodbye”'],
    ],
    [
      'a node that was moved up',
      'screens/a.json',
      screen(text('a.hello'), text('a.bye')),
      screen(text('a.bye'), text('a.hello')),
      ['The list | order | - | Text “Goodbye” moved above Text “Hello”'],
    ],
    [
      'a node that was moved to the end, and changed',
      'screens/a.json',
      screen(text('a.hello'), text('a.bye'), { widget: 'Divider' }),
      screen(text('a.bye'), { widget: 'Divider' }, text('a.hello', { tone: 'info' })),
      ['Text “Hello” | Colour | - | Info', 'The list | order | - | Text “Hello” moved below Divider'],
    ],
    [
      'two nodes that are swapped beside a new one',
      'screens/a.json',
      screen(text('a.hello'), text('a.bye')),
      screen(text('a.bye'), { widget: 'Divider' }, text('a.hello')),
      ['The list | content | - | Divider', 'The list | order | - | Text “Goodbye” moved above Text “Hello”'],
    ],
    [
      'a node that is changed beside a new one',
      'screens/a.json',
      screen(text('a.hello')),
      screen(text('a.hello', { tone: 'info' }), { widget: 'Divider' }),
      ['Text “Hello” | Colour | - | Info', 'The list | content | - | Divider'],
    ],
    [
      'two nodes that are swapped where one is gone',
      'screens/a.json',
      screen(text('a.hello'), { widget: 'Divider' }, text('a.bye')),
      screen(text('a.bye'), text('a.hello')),
      ['The list | content | Divider | -', 'The list | order | - | Text “Goodbye” moved above Text “Hello”'],
    ],
    ['a title', 'screens/a.json', screen(), screen().replace('a.hello', 'a.bye'), [' | title | “Hello” | “Goodbye”']],
    [
      'a condition',
      'screens/a.json',
      screen(text('a.hello')),
      screen({ ...text('a.hello'), visible: '=state.amount > 5' }),
      ['Text “Hello” | when it is shown | - | amount is more than 5'],
    ],
    [
      'a text in English',
      'locales/en.json',
      '{"a.hello":"Hello"}',
      '{"a.hello":"Hi"}',
      ['A text | words | Hello | Hi'],
    ],
    ['a text', 'locales/de.json', '{"a.hello":"Hallo"}', '{"a.hello":"Servus"}', ['“Hello” | words | Hallo | Servus']],
    [
      'a limit of a field',
      'schemas/forms/a.json',
      '{"schema":{"properties":{"note":{"maxLength":3}}}}',
      '{"schema":{"properties":{"note":{"maxLength":9}}}}',
      ['Field note | maxLength | 3 | 9'],
    ],
  ])('of %s', (_name, file, before, after, expected) => expect(lines(file, before, after)).toEqual(expected))

  it('name the same moved nodes as what users will notice, in each order of four', () => {
    const permutations = (items: readonly string[]): string[][] =>
      items.length === 0
        ? [[]]
        : items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
    const nodes = (names: readonly string[]) =>
      names.map((name, index) => ({ widget: 'Text', props: { text: name }, sourcePath: `body/${index}` }))
    const describer = { before: String, after: String, screenAt: () => undefined }
    const before = ['a', 'b', 'c', 'd']
    const orders = permutations(before)
    expect(orders.length).toBe(24)
    for (const after of orders) {
      const noticed = nodeChanges(nodes(before), nodes(after), describer).map(
        ({ params = {} }) => (params.node as { node: NodeSubject }).node.shown,
      )
      const differing = lines(
        'screens/a.json',
        screen(...before.map((item) => text(item))),
        screen(...after.map((item) => text(item))),
      ).map((line) => ({ json: /Text “(\w)” moved/.exec(line)?.[1] }))
      expect(noticed).toEqual(differing)
    }
  })

  it('are not known of a text with a syntax error', () =>
    expect(differencesOf('screens/a.json', '{}', '{', ENGLISH, WIDGETS)).toBeUndefined())
})

const NEW_CARD = {
  widget: 'Card',
  visible: "=state.amount > decimal('1000')",
  on: { press: [{ action: 'navigate', to: '/pages/assets/topup' }] },
  children: [text('a.bye')],
}

it('names conditions and targets of a new element', () => {
  expect(lines('screens/a.json', screen(), screen(NEW_CARD))).toEqual([
    'The list | content | - | Card “Goodbye”; shown only if amount is more than 1000; leads to “/pages/assets/topup”',
  ])
})

it('names the target by its title, and a condition without words of its own by what it reads', () => {
  const after = screen({ ...NEW_CARD, visible: '=session.loggedIn && size(state.query) > 3' })
  const [difference] =
    differencesOf('screens/a.json', screen(), after, ENGLISH, WIDGETS, (route) => `the screen at ${route}`) ?? []
  expect(difference?.after).toBe(
    'Card “Goodbye”; shown only if a condition on logged in, query is met; leads to “the screen at /pages/assets/topup”',
  )
})

it.each<[string, string, string]>([
  ['screens/a.json', 'body/1/props/level', 'Heading “Goodbye”, Heading level'],
  ['screens/a.json', 'title', 'title'],
  ['screens/a.json', '', ''],
  ['schemas/forms/a.json', 'schema/properties/amount/minimum', 'Field amount, minimum'],
])('a place of %s in words: %s', (file, place, words) => {
  const document = screen(text('a.hello'), { widget: 'Heading', props: { text: 'a.bye', level: 99 } })
  expect(locationWords(file, place, document, ENGLISH, WIDGETS)).toBe(words)
})

it.each<[unknown, string]>([
  [
    { 'ui:widget': 'amount', 'ui:options': { decimals: 8, shares: false } },
    'widget amount, options decimals 8, shares no',
  ],
  [['a.hello', 3], '“Hello”, 3'],
  [null, 'null'],
])('a value of a form in words: %j', (value, words) => expect(valueWords(value, ENGLISH)).toBe(words))
