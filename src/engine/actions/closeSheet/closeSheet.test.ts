import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './closeSheet.ts'

test('closes the sheet', () => {
  const { context, log } = recorder()
  expect(action.run({}, context)).toEqual({})
  expect(log).toEqual([['closeSheet']])
})
