import { expect, it } from 'vitest'
import { isOfScreen } from './ServerSays.tsx'

it.each([
  ['missingParameter', 'mode', true],
  ['missingParameter', 'amount', false],
  ['parameterError', 'mode', false],
])('%s of “%s” concerns the screen, not the form: %s', (code, name, is) =>
  expect(isOfScreen({ code, params: { name } }, ['amount'])).toBe(is),
)
