import { knownRoute } from '../core/url.ts'

/** The part of the router that moves. */
export type Move = (to: string | number, options?: { replace?: boolean; state?: HistoryNote; result?: string }) => void

/** Kept with each entry of the history. */
export interface HistoryNote {
  /** How many screens of the app lie under it. */
  depth: number
  /** Where the reader was going when a gate came between. What is reached from the gate knows it too; who goes back, or to a tab, has given it up. */
  onward?: string
}

export interface Navigator {
  attach(move: Move, note: unknown): void
  go(to: string, params?: Record<string, unknown>, how?: 'push' | 'replace' | 'relaunch', onward?: string): void
  back(steps?: number): void
  /** Back, with a value for the screen that is reached: its parameter `result`. */
  finish(value: string): void
  /** Whether `back` leads to a screen of the app. */
  deep(): boolean
  /** Where the reader was going when a gate came between; null: nowhere. */
  onward(): string | null
}

interface Places {
  routes(): { has(route: string): boolean }
  isTab(route: string): boolean
  home(): string
  notFound(): string
}

/** Navigation for code outside of React. Until a router is attached, the last wish waits. */
export function createNavigator(places: Places): Navigator {
  let move: Move | null = null
  let depth = 0
  let onward: string | null = null
  let waiting: (() => void) | null = null

  function go(to: string, params: Record<string, unknown> = {}, how: 'push' | 'replace' | 'relaunch' = 'push', destination?: string): void {
    if (!move) {
      waiting = () => go(to, params, how, destination)
      return
    }
    const known = knownRoute(to, places.routes())
    const next = how === 'push' ? depth + 1 : how === 'replace' ? depth : 0
    depth = next
    onward = destination ?? (how === 'relaunch' || places.isTab(known?.split('?', 1)[0] ?? '') ? null : onward)
    move(addressOf(known ?? places.notFound(), known ? params : {}), { replace: how !== 'push', state: { depth: next, ...(onward !== null && { onward }) } })
  }

  return {
    attach(router, note) {
      move = router
      depth = depthOf(note)
      onward = onwardOf(note)
      const wish = waiting
      waiting = null
      wish?.()
    },
    go,
    back(steps = 1) {
      if (move && depth >= steps) move(-steps)
      else go(places.home(), {}, 'relaunch')
    },
    finish(value) {
      if (move && depth >= 1) move(-1, { result: value })
      else go(places.home(), {}, 'relaunch')
    },
    deep: () => depth > 0,
    onward: () => onward,
  }
}

export function depthOf(note: unknown): number {
  const depth = typeof note === 'object' && note !== null && 'depth' in note ? note.depth : 0
  return typeof depth === 'number' && depth > 0 ? depth : 0
}

export function onwardOf(note: unknown): string | null {
  const onward = typeof note === 'object' && note !== null && 'onward' in note ? note.onward : null
  return typeof onward === 'string' ? onward : null
}

/** Route and params as one address, `/pages/x?id=3`; absent params are left out. */
export function addressOf(to: string, params: Record<string, unknown>): string {
  const [path = '', search = ''] = to.split('?', 2)
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined) query.delete(name)
    else query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
