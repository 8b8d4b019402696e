// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, type Change, type ChangeSet } from '../../api.ts'
import { backUp, readBackups } from './backup.ts'
import { createSaver, type SavedState, type Saver } from './saver.ts'
import { createStore, type Store } from '../store.ts'

const FILE = 'screens/a.json'
const SET: ChangeSet = {
  id: 'set',
  name: 'a set',
  author: 'ada',
  link: 'link',
  state: 'open',
  revision: null,
  next: null,
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

const restore = (isPublished = false) =>
  saver.restore(
    readBackups().map((backup) => ({ ...backup, keptUnder: backup.changeSet, isPublished })),
    current ? [current] : [],
  )
const keptTexts = () => readBackups().map(({ text }) => text)

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
    expect(keptTexts()).toEqual([])
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
    expect(keptTexts()).toEqual(['mine'])
  })

  it('is forgotten if the server has it', () => {
    type('mine')
    current = stored('mine', 1)
    begin()
    expect(restore()).toEqual([])
    expect(keptTexts()).toEqual([])
  })

  it('of a change set that is gone is a change of the open one', () => {
    type('mine')
    store.set({ changeSet: { ...SET, id: 'next' } })
    current = null
    expect(restore()).toEqual([{ path: FILE, text: 'mine' }])
    expect(store.get().saved.conflicts).toEqual({})
    expect(readBackups()).toMatchObject([{ changeSet: 'next', text: 'mine' }])
  })

  it('of a change set that was published is a change of the version that it was made from', async () => {
    type('first')
    await saver.flush()
    type('second')
    current = null
    begin()
    expect(restore(true)).toEqual([{ path: FILE, text: 'second' }])
    expect([store.get().saved.conflicts, saver.base(FILE)]).toEqual([{}, 'first'])
  })

  it('stays a conflict with a version of another change set, however often the page is opened', () => {
    type('mine')
    current = stored('theirs', 1)
    for (const page of ['next', 'next']) {
      begin()
      store.set({ changeSet: { ...SET, id: page } })
      expect(restore()).toEqual([{ path: FILE, text: 'mine' }])
      expect(store.get().saved.conflicts).toEqual({ [FILE]: current })
    }
  })

  it('is kept for each change set, and removed with the text that was saved only', async () => {
    const ofAnother = {
      path: FILE,
      text: 'other',
      changeSet: 'other',
      version: 0,
      from: 'published',
      base: 'published',
    }
    backUp(ofAnother)
    type('mine')
    expect(new Set(keptTexts())).toEqual(new Set(['mine', 'other']))
    backUp({ ...ofAnother, changeSet: SET.id, text: 'of another tab' })
    await saver.flush()
    expect(current?.text).toBe('mine')
    expect(new Set(keptTexts())).toEqual(new Set(['of another tab', 'other']))
  })

  it('of a page without a change set belongs to the one that is made for it', async () => {
    store.set({ changeSet: null })
    type('mine')
    expect(readBackups()).toMatchObject([{ changeSet: null }])
    isReachable = false
    vi.spyOn(api, 'createChangeSet').mockResolvedValue(SET)
    await saver.flush()
    expect(readBackups()).toMatchObject([{ changeSet: SET.id, text: 'mine' }])
  })

  it('is what is being saved too, and an answer for a change set that was left changes nothing', async () => {
    type('mine')
    const flushed = saver.flush()
    await Promise.resolve()
    await vi.waitFor(() => expect(saver.versions()).toEqual({}))
    expect(saver.unsaved()).toMatchObject([{ path: FILE, text: 'mine', changeSet: SET.id }])
    saver.start([])
    await flushed
    expect([current?.text, saver.versions()]).toEqual(['mine', {}])
  })
})

describe('the published text that a change starts from', () => {
  it('is the one that is live, after a change was dropped', async () => {
    type('mine')
    await saver.flush()
    type('published')
    await saver.flush()
    expect(current).toBeNull()
    store.set({ published: { [FILE]: 'published since' } })
    type('mine again')
    await saver.flush()
    expect(current).toMatchObject({ text: 'mine again', base: 'published since' })
  })
})

describe('saving at once', () => {
  it('says that the server has all', async () => {
    type('mine')
    expect(await saver.flush()).toBe(true)
    expect(saver.versions()).toEqual({ [FILE]: 1 })
  })

  it.each<[string, () => void]>([
    ['without a connection', () => (isReachable = false)],
    ['with a conflict', () => (current = stored('theirs', 1))],
  ])('says that it has not, %s', async (_name, happen) => {
    type('mine')
    happen()
    expect(await saver.flush()).toBe(false)
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
    expect(keptTexts()).toEqual(['mine'])
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
    expect(keptTexts()).toEqual([])
  })

  it('becomes the published one if the other author drops the change', () => {
    current = stored('theirs', 1)
    begin()
    expect(saver.adopt([], 0)).toEqual([{ path: FILE, text: 'published', author: null }])
  })

  it('is adopted in a version with a lower number, which counts from a change that was dropped', () => {
    current = stored('theirs', 3)
    begin()
    expect(saver.adopt([stored('theirs again', 1)], 0)).toMatchObject([{ text: 'theirs again' }])
  })

  it('is not adopted from a list that is older than the last save', async () => {
    const since = saver.saves()
    type('mine')
    await saver.flush()
    expect(saver.adopt([], since)).toEqual([])
    expect(store.get().files[FILE]).toBe('mine')
  })
})
