import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './closeSheet.ts'

test('closes the sheet', async () => {
  const { context, log } = recorder()
  expect(await action.run({}, context)).toEqual({})
  expect(log).toEqual([['closeSheet']])
})
