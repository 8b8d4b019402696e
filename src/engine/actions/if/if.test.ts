import { expect, test } from 'vitest'
import action from './if.ts'

test('chooses a branch', () => {
  expect(action.run({ condition: true })).toEqual({ branch: 'then' })
  expect(action.run({ condition: false })).toEqual({ branch: 'else' })
})
