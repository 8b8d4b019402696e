import { describe, expect, it } from 'vitest'
import { pressQuickFixes } from '../../../tests/support/quickFixes.ts'
import { checkedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { callsOf } from '../model/calls.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { dataValues, withDataValue } from './dataValues.ts'
import { sourcesOf } from './display.ts'

const files = Object.fromEntries(projectFiles)
const sources = sourcesOf(files, files)
const FILE = 'screens/gifts/made.json'
const NODE = 'body/0/children/0'
checkedProject()

const propOf = (widget: string, name: string): PropertySchema =>
  (JSON.parse(files[`src/engine/widgets/${widget}/${widget}.schema.json`] ?? '{}') as { props: PropertySchema }).props
    .properties?.[name] ?? {}

const screenWith = (call: string, widget: string, props: object): string =>
  JSON.stringify(
    {
      id: 'gifts/made',
      route: '/pages/gifts/made',
      title: 'transfer.title',
      access: ['login'],
      queries: { shown: { call } },
      body: [
        {
          widget: 'Scroll',
          props: { label: 'transfer.title' },
          children: [
            { widget, props },
            { widget: 'EmptyState', props: { title: 'transfer.title' }, waitFor: 'shown' },
          ],
        },
      ],
    },
    null,
    2,
  )
const problemsOf = (text: string) =>
  compiler.checkScreen(FILE, text).diagnostics.filter(({ path }) => path.startsWith(NODE))

const reads = [...callsOf(files).values()].filter(
  ({ effect, payload }) => effect === 'read' && (payload.required ?? []).length === 0,
)

describe('values of the data for a property', () => {
  it.each([
    ['Text', 'text', { text: 'transfer.title' }, 150],
    ['Money', 'value', { value: '1', currency: 'USDT' }, 30],
    ['Price', 'value', { value: '1' }, 5],
  ])('of %s are sound where they are chosen: %s', (widget, name, props, least) => {
    const found: string[] = []
    let count = 0
    for (const { name: call } of reads) {
      const text = screenWith(call, widget, props)
      const of = dataValues(propOf(widget, name), text, `${NODE}/props/${name}`, {
        queries: new Set(['shown']),
        sources,
      })
      for (const value of of.filter(({ id }) => id.startsWith('shown.'))) {
        count += 1
        const made = withDataValue(text, { base: `${NODE}/props`, name, node: NODE }, value)
        for (const { rule, message } of problemsOf(made)) found.push(`${call} ${value.expression} ${rule}: ${message}`)
      }
    }
    expect(found).toEqual([])
    expect(count).toBeGreaterThanOrEqual(least)
  })
})

it('a value that was written without its conditions is sound after the presses', () => {
  const props = { text: '=money(shown.rows[0].amount, shown.rows[0].currency)' }
  const { text, pressed } = pressQuickFixes(screenWith('chargelist/log', 'Text', props), problemsOf, sources)
  expect(problemsOf(text)).toEqual([])
  expect(pressed).toEqual(['Wait for the data', 'Show it only if there is one'])
})
