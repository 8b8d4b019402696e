// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change, ChangeSet } from '../api.ts'
import { readBackups } from './backup.ts'
import { createSaver, type SavedState, type Saver } from './saver.ts'
import { createStore, type Store } from './store.ts'

const FILE = 'screens/a.json'
const SET: ChangeSet = {
  id: 'set',
  name: 'a set',
  author: 'ada',
  link: 'link',
  state: 'open',
  revision: null,
  created: 1,
  updated: 1,
}
const stored = (text: string | null, version: number, author = 'grace'): Change => ({
  path: FILE,
  text,
  base: 'published',
  version,
  author,
  time: 1,
})

interface State {
  author: string
  files: Record<string, string>
  published: Record<string, string>
  changeSet: ChangeSet | null
  saved: SavedState
}

let store: Store<State>
let saver: Saver
let current: Change | null
let isReachable: boolean

/** The server's rule of saving: the version must be the one that the author has seen. */
function answer(url: string, body: Partial<Change>): Response {
  if (!isReachable) throw new TypeError('no connection')
  if ((current?.version ?? 0) !== body.version)
    return Response.json({ error: 'Another author has saved this file.', current }, { status: 409 })
  if (url.endsWith('/drop')) current = null
  else current = { ...stored(body.text ?? null, body.version + 1, body.author), base: body.base ?? null }
  return Response.json({ version: current?.version ?? 0 })
}

beforeEach(() => {
  localStorage.clear()
  current = null
  isReachable = true
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) =>
    Promise.resolve().then(() => answer(url, JSON.parse(body) as Partial<Change>)),
  )
  begin()
})
afterEach(() => vi.unstubAllGlobals())

/** The page is opened: what it holds in memory is lost, what is on the device stays. */
function begin(): void {
  store = createStore<State>({
    author: 'ada',
    files: { [FILE]: current?.text ?? 'published' },
    published: { [FILE]: 'published' },
    changeSet: SET,
    saved: { status: 'saved', conflicts: {} },
  })
  saver = createSaver(store, (path, text) => store.set({ files: { [path]: text } }))
  saver.start(current ? [current] : [])
}

function type(text: string): void {
  store.set({ files: { [FILE]: text } })
  saver.changed([FILE])
}

const restore = () => saver.restore(readBackups(), current ? [current] : [])

describe('text that is not saved yet', () => {
  it('is restored after the page was closed, and saved', async () => {
    isReachable = false
    type('mine')
    await saver.flush()
    expect(store.get().saved.status).toBe('failed')
    begin()
    isReachable = true
    expect(restore()).toEqual([{ path: FILE, text: 'mine' }])
    store.set({ files: { [FILE]: 'mine' } })
    await saver.flush()
    expect(current?.text).toBe('mine')
    expect(readBackups().size).toBe(0)
  })

  it('is a conflict if another author has saved the file meanwhile', async () => {
    type('mine')
    begin()
    current = stored('theirs', 1)
    begin()
    expect(restore()).toEqual([{ path: FILE, text: 'mine' }])
    expect(store.get().saved.conflicts).toEqual({ [FILE]: current })
    store.set({ files: { [FILE]: 'mine' } })
    await saver.flush()
    expect(current.text).toBe('theirs')
    expect(readBackups().get(FILE)?.text).toBe('mine')
  })

  it('is forgotten if the server has it', () => {
    type('mine')
    current = stored('mine', 1)
    begin()
    expect(restore()).toEqual([])
    expect(readBackups().size).toBe(0)
  })

  it('of a change set that is gone is a change of the open one', () => {
    type('mine')
    store.set({ changeSet: { ...SET, id: 'next' } })
    current = null
    expect(restore()).toEqual([{ path: FILE, text: 'mine' }])
    expect(store.get().saved.conflicts).toEqual({})
  })
})

describe('a file of two authors', () => {
  it('is adopted where it is not being changed here', () => {
    expect(saver.adopt([stored('theirs', 1)], 0)).toEqual([{ path: FILE, text: 'theirs', author: 'grace' }])
    expect(saver.adopt([stored('theirs', 1)], 0)).toEqual([])
  })

  it('is not adopted where it is being changed here: saving finds the conflict, and the text stays', async () => {
    type('mine')
    current = stored('theirs', 1)
    expect(saver.adopt([current], 0)).toEqual([])
    await saver.flush()
    expect(store.get().saved.conflicts[FILE]?.text).toBe('theirs')
    expect(saver.adopt([stored('theirs again', 2)], 0)).toEqual([])
    expect(store.get().files[FILE]).toBe('mine')
    expect(readBackups().get(FILE)?.text).toBe('mine')
  })

  it('is saved over the version that was merged', async () => {
    type('mine')
    current = stored('theirs', 1)
    await saver.flush()
    store.set({ files: { [FILE]: 'both' } })
    saver.resolve(FILE, current)
    await saver.flush()
    expect([current.text, store.get().saved.conflicts]).toEqual(['both', {}])
  })

  it('is no conflict if both have the same text', async () => {
    type('same')
    current = stored('same', 1)
    await saver.flush()
    expect(store.get().saved.conflicts).toEqual({})
    expect(saver.version(FILE)).toBe(1)
  })

  it('has the changes of both where they differ in other places', async () => {
    const of = (one: number, other: number): string => `{ "one": ${one}, "other": ${other} }`
    type(of(1, 1))
    await saver.flush()
    current = stored(of(1, 2), 2)
    type(of(3, 1))
    await saver.flush()
    expect(store.get().files[FILE]).toBe(of(3, 2))
    expect(store.get().saved.conflicts).toEqual({})
    await saver.flush()
    expect([current.text, current.version]).toEqual([of(3, 2), 3])
    expect(readBackups().size).toBe(0)
  })

  it('becomes the published one if the other author drops the change', () => {
    current = stored('theirs', 1)
    begin()
    expect(saver.adopt([], 0)).toEqual([{ path: FILE, text: 'published', author: null }])
  })

  it('is not adopted from a list that is older than the last save', async () => {
    const since = saver.saves()
    type('mine')
    await saver.flush()
    expect(saver.adopt([], since)).toEqual([])
    expect(store.get().files[FILE]).toBe('mine')
  })
})
