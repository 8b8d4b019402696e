import { describe, expect, test, vi } from 'vitest'
import { addressOf, createNavigator, type HistoryNote } from './navigator.ts'

const ROUTES = new Set(['/pages/index/index', '/pages/news/detail', '/pages/login/index', '/pages/lost/index'])

function navigator() {
  const move = vi.fn()
  const made = createNavigator({ routes: () => ROUTES, isTab: (route) => route === '/pages/index/index', home: () => '/pages/index/index', notFound: () => '/pages/lost/index' })
  return { made, move }
}

describe('addressOf', () => {
  test('params join the query, absent ones do not', () => {
    expect(addressOf('/a', { id: '3', page: 2, open: true, none: null })).toBe('/a?id=3&page=2&open=true')
    expect(addressOf('/a?id=1&b=2', { id: '3 &', b: null })).toBe('/a?id=3+%26')
    expect(addressOf('/a', {})).toBe('/a')
  })
})

describe('navigator', () => {
  test('hands a result back to the screen that asked; Home where nobody did', () => {
    const { made, move } = navigator()
    made.attach(move, { depth: 1 })
    made.finish('52.5,13.4')
    expect(move).toHaveBeenLastCalledWith(-1, { result: '52.5,13.4' })
    const alone = navigator()
    alone.made.attach(alone.move, null)
    alone.made.finish('52.5,13.4')
    expect(alone.move).toHaveBeenLastCalledWith('/pages/index/index', { replace: true, state: { depth: 0 } })
  })

  test('a push lies above the screen it came from, a relaunch lies on nothing', () => {
    const { made, move } = navigator()
    made.attach(move, { depth: 2 })
    made.go('/pages/news/detail', { id: '3' })
    made.go('/pages/index/index', {}, 'relaunch')
    expect(move.mock.calls).toEqual([
      ['/pages/news/detail?id=3', { replace: false, state: { depth: 3 } }],
      ['/pages/index/index', { replace: true, state: { depth: 0 } }],
    ])
    expect(made.deep()).toBe(false)
  })

  test('where the reader was going is known on the way through the gate, and nowhere else', () => {
    const { made, move } = navigator()
    const noted = () => (move.mock.lastCall as [string, { state: HistoryNote }])[1].state
    made.attach(move, { depth: 1 })
    made.go('/pages/login/index', {}, 'replace', '/pages/news/detail?id=3')
    expect([made.onward(), noted()]).toEqual(['/pages/news/detail?id=3', { depth: 1, onward: '/pages/news/detail?id=3' }])
    made.go('/pages/lost/index')
    expect(noted()).toEqual({ depth: 2, onward: '/pages/news/detail?id=3' })
    made.go('/pages/login/index', {}, 'replace')
    expect(noted()).toEqual({ depth: 2, onward: '/pages/news/detail?id=3' })
    for (const away of [() => made.attach(move, { depth: 0 }), () => made.go('/pages/index/index'), () => made.go('/pages/login/index', {}, 'relaunch')]) {
      made.attach(move, { depth: 1, onward: '/pages/news/detail' })
      expect(made.onward()).toBe('/pages/news/detail')
      away()
      expect(made.onward()).toBeNull()
    }
  })

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/pages/none', '/pages/news/detail#x'])('%s leads to not-found', (to) => {
    const { made, move } = navigator()
    made.attach(move, null)
    made.go(to, { id: '1' })
    expect(move).toHaveBeenCalledExactlyOnceWith('/pages/lost/index', { replace: false, state: { depth: 1 } })
  })

  test('back never leaves the app: at the bottom it goes Home', () => {
    const { made, move } = navigator()
    made.attach(move, { depth: 1 })
    made.back()
    expect(move).toHaveBeenLastCalledWith(-1)
    made.attach(move, { depth: 1 })
    made.back(2)
    expect(move).toHaveBeenLastCalledWith('/pages/index/index', { replace: true, state: { depth: 0 } })
  })

  test('a wish from before the router is there is kept, the last one', () => {
    const { made, move } = navigator()
    made.go('/pages/news/detail')
    made.go('/pages/login/index', {}, 'relaunch')
    made.attach(move, null)
    expect(move).toHaveBeenCalledExactlyOnceWith('/pages/login/index', { replace: true, state: { depth: 0 } })
  })
})
