import { expect, test, vi } from 'vitest'
import { shareResource } from './shareResource.ts'

const setUp = () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  return { hold: shareResource(start), start, stop }
}

test('a shared resource starts with its first holder and stops after its last', async () => {
  const { hold, start, stop } = setUp()
  const [one, other] = [hold(), hold()]
  one()
  one()
  await Promise.resolve()
  expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0])
  other()
  await Promise.resolve()
  expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 1])
  hold()
  expect(start).toHaveBeenCalledTimes(2)
})

test('a shared resource that is held again within the same task never stops', async () => {
  const { hold, start, stop } = setUp()
  hold()()
  hold()
  await Promise.resolve()
  expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0])
})
