// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { offlineSinceAtom, onlineAtom, startNetwork } from './network.ts'
import { get } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

let stop = () => {}
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Reports the state of the network as the browser does. */
function report(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

it('knows since when the network is lost, and forgets it when it is back', () => {
  vi.useFakeTimers({ now: 1_800_000_000_500 })
  stop = startNetwork(client.live.stale)
  expect([get(onlineAtom), get(offlineSinceAtom)]).toEqual([true, null])
  report(false)
  expect([get(onlineAtom), get(offlineSinceAtom)]).toEqual([false, 1_800_000_000])
  report(true)
  expect([get(onlineAtom), get(offlineSinceAtom)]).toEqual([true, null])
})

it('does not know it where the app has started offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  stop = startNetwork(client.live.stale)
  expect([get(onlineAtom), get(offlineSinceAtom)]).toEqual([false, null])
})

it('reads the state again when live prices stop: the change had no event', () => {
  stop = startNetwork(client.live.stale)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  client.live.setStale(true)
  expect(get(onlineAtom)).toBe(false)
  client.live.setStale(false)
})

it.each(['pageshow', 'focus'])('reads the state again after the event %s of a suspended page', (event) => {
  stop = startNetwork(client.live.stale)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event(event))
  expect(get(onlineAtom)).toBe(false)
})
