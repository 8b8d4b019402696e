import { expect, it } from 'vitest'
import { conforms } from '../../core/validate.ts'
import { checkedProject } from '../../../tests/support/project.ts'
import { exampleParams } from './exampleParams.ts'

it('fits each required parameter of each screen', () => {
  const screens = checkedProject().screens.flatMap(({ screen }) => (screen ? [screen] : []))
  const opened = screens.filter(({ params }) => Object.values(params).some(({ required }) => required === true))
  expect(opened.length).toBeGreaterThan(5)
  for (const { params } of opened)
    for (const [name, value] of Object.entries(exampleParams(params, []))) {
      const { type, format, enum: words } = params[name] ?? { type: 'string' }
      expect(conforms({ type, ...(format !== undefined && { format }), ...(words && { enum: words }) }, value)).toBe(
        true,
      )
    }
})

it('prefers the value of a saved state, and gives none for optional parameters', () => {
  const defs = { id: { type: 'string', format: 'id', required: true }, tab: { type: 'string' } } as const
  expect(exampleParams(defs, [{}, { params: { id: 'one' } }])).toEqual({ id: 'one' })
})
