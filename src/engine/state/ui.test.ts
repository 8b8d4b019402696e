import { beforeEach, expect, test } from 'vitest'
import { get } from './store.ts'
import { closeOldToasts, markToastsOld, resetUi, showToast, toastsAtom } from './ui.ts'

beforeEach(() => resetUi())
const texts = () => get(toastsAtom).map(({ text }) => text)

test('a toast from before the last action goes with its screen', () => {
  showToast('of the screen before')
  markToastsOld()
  closeOldToasts()
  expect(texts()).toEqual([])
})

test('a toast of the action that leaves the screen stays', () => {
  markToastsOld()
  showToast('saved')
  closeOldToasts()
  expect(texts()).toEqual(['saved'])
})

test('a toast about a payment stays', () => {
  showToast('outcome unknown', { about: 'payment' })
  markToastsOld()
  closeOldToasts()
  expect(texts()).toEqual(['outcome unknown'])
})
