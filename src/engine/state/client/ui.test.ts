import { beforeEach, expect, test } from 'vitest'
import { get } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() => client.ui.reset())
const texts = () => get(client.ui.toasts).map(({ text }) => text)

test('a toast from before the last action goes with its screen', () => {
  client.ui.showToast('of the screen before')
  client.ui.markToastsOld()
  client.ui.closeOldToasts()
  expect(texts()).toEqual([])
})

test('a toast of the action that leaves the screen stays', () => {
  client.ui.markToastsOld()
  client.ui.showToast('saved')
  client.ui.closeOldToasts()
  expect(texts()).toEqual(['saved'])
})

test('a toast about a payment stays', () => {
  client.ui.showToast('outcome unknown', { about: 'payment' })
  client.ui.markToastsOld()
  client.ui.closeOldToasts()
  expect(texts()).toEqual(['outcome unknown'])
})
