import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './setFormValues.ts'

test('fills fields of a form and empties others', () => {
  const { context, log } = recorder()
  expect(action.run({ form: 'spotLimit', values: { price: '65000' }, clear: ['quantity'] }, context)).toEqual({})
  expect(action.run({ form: 'spotLimit', clear: ['price'] }, context)).toEqual({})
  expect(log).toEqual([
    ['setFormValues', 'spotLimit', { price: '65000' }, ['quantity']],
    ['setFormValues', 'spotLimit', {}, ['price']],
  ])
})
