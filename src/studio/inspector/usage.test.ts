import { expect, it } from 'vitest'
import { isRare, usageOf } from './usage.ts'

const row = (props: object) => ({ widget: 'Row', props })
const FILES = {
  'screens/plants.json': JSON.stringify({
    body: [
      ...Array.from({ length: 20 }, () => row({ gap: 'md' })),
      row({ gap: '=x', wrap: { at: [1, 2] } }),
      row({ wrap: { at: [1] } }),
      { widget: 'Lawn' },
    ],
  }),
  'screens/broken.json': '{',
  'schemas/forms/x.json': JSON.stringify(row({ other: 1 })),
}

it('counts the uses of a property, and takes its shortest value as the example', () => {
  const usage = usageOf(FILES).get('Row')
  expect(usage?.nodes).toBe(22)
  expect(usage?.props.get('wrap')).toEqual({ count: 2, example: { at: [1] } })
  expect(usage?.props.get('gap')).toEqual({ count: 21, example: 'md' })
})

it.each([
  ['Row', 'gap', false],
  ['Row', 'align', true],
  ['Row', 'wrap', false],
  ['Lawn', 'height', false],
])('of %s the property %s is rare: %s', (widget, name, rare) => {
  const usage = usageOf(FILES).get(widget)
  expect(usage && isRare(usage, name)).toBe(rare)
})
