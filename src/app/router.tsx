import { useSyncExternalStore } from 'react'
import { addressOf, type HistoryNote, type Move } from './navigator.ts'

/** A place in the history, as the fragment of the address tells it. */
export interface Location {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** Names this moment of the history: going back to it gives the same key. */
  key: string
  note: HistoryNote | null
}

interface Entry {
  key: string
  note: HistoryNote | null
}

let current: Location | null = null
let told: Location | null = null
/** On its way to the place in the history that is reached next. */
let result: string | null = null
const listeners = new Set<() => void>()
const early = new Set<() => void>()

const newKey = (): string => Math.random().toString(36).slice(2, 10)

function entryNow(): Entry {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string') return { key: state.key, note: 'note' in state ? (state.note as HistoryNote) : null }
  // An address typed by hand, or the first one: from now on it has a name, for the way back.
  const entry: Entry = { key: newKey(), note: null }
  history.replaceState(entry, '')
  return entry
}

function read(): Location {
  const given = location.hash.slice(1)
  const text = given.startsWith('/') ? given : `/${given}`
  const cut = text.indexOf('?')
  const pathname = cut < 0 ? text : text.slice(0, cut)
  const search = cut < 0 ? '' : text.slice(cut)
  const { key, note } = entryNow()
  if (current?.key === key && current.pathname === pathname && current.search === search) return current
  current = { pathname, search, key, note }
  return current
}

function tell(): void {
  if (result !== null) {
    // The same moment of the history, with what was chosen for it: a reload finds it again.
    history.replaceState(history.state, '', `#${addressOf(location.hash.slice(1), { result })}`)
    result = null
  }
  // A step through the history is told twice, by both events.
  const now = read()
  if (now === told) return
  told = now
  for (const prepare of early) prepare()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const event of ['popstate', 'hashchange']) window.addEventListener(event, tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of ['popstate', 'hashchange']) window.removeEventListener(event, tell)
  }
}

/** Calls back when the reader goes somewhere, before anything is drawn of it. Answers with the way to stop. */
export function beforeEntering(prepare: () => void): () => void {
  early.add(prepare)
  return () => early.delete(prepare)
}

/** Where the reader is. Three functions of the browser's history are all the app needs: a routing library weighs 12 KB of the first load. */
export const useLocation = (): Location => useSyncExternalStore(subscribe, read)

/** Goes to an address of the app (`/pages/x?id=3`), or so many steps through the history. */
export const move: Move = (to, options = {}) => {
  if (typeof to === 'number') {
    result = options.result ?? null
    return history.go(to)
  }
  const entry: Entry = { key: newKey(), note: options.state ?? null }
  const url = `#${to}`
  if (options.replace) history.replaceState(entry, '', url)
  else history.pushState(entry, '', url)
  return tell()
}
