import { expect, test } from 'vitest'
import action from './if.ts'

test('chooses a branch', () => {
  expect(action.run({ when: true })).toEqual({ branch: 'then' })
  expect(action.run({ when: false })).toEqual({ branch: 'else' })
})
