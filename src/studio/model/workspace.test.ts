import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { api, type Change, type ChangeSet } from '../api.ts'
import type { CompilerClient } from '../compiler/client.ts'
import type { Diagnostic, Snapshot } from '../compiler/protocol.ts'
import { backUp, readBackups, type Backup } from './saving/backup.ts'
import { createWorkspace } from './workspace.ts'

test('a subscriber sees an edit, an undo and a redo whole: files and history change together', () => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const workspace = createWorkspace('Ada', { update: () => new Promise(() => {}) } as unknown as CompilerClient)
  workspace.set({ files: { 'screens/a.json': '{}' } })
  const seen: string[] = []
  workspace.watch(() => {
    const { files, history } = workspace.get()
    seen.push(`${files['screens/a.json']} ${history.done}`)
  })
  workspace.edit('Edit the JSON', { 'screens/a.json': '{ }' })
  workspace.undo()
  workspace.redo()
  expect([...new Set(seen)]).toEqual(['{ } 1', '{} 0'])
  workspace.asOneStep(() => {
    workspace.edit('Create the text', { 'locales/en.json': '{}' })
    workspace.edit('Use the text', { 'screens/a.json': '{"a":1}' })
  })
  workspace.undo()
  expect(workspace.get().files).toEqual({ 'screens/a.json': '{ }' })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a file that is deleted is open no longer, and neither after the deletion is done again', () => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const workspace = createWorkspace('Ada', { update: () => new Promise(() => {}) } as unknown as CompilerClient)
  workspace.set({ files: { 'screens/a.json': '{}' }, open: 'screens/a.json', selected: 'body/0' })
  workspace.edit('Delete it', { 'screens/a.json': null })
  expect(workspace.get()).toMatchObject({ open: null, selected: '' })
  workspace.undo()
  workspace.openFile('screens/a.json')
  workspace.redo()
  expect(workspace.get().open).toBeNull()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the view of the screens shows the file again that was open there before the forms', () => {
  const workspace = createWorkspace('Ada', {} as unknown as CompilerClient)
  workspace.set({ files: { 'screens/a.json': '{}', 'schemas/forms/b.json': '{}' } })
  workspace.openFile('screens/a.json', 'body/0')
  workspace.showView('forms')
  workspace.set({ open: 'schemas/forms/b.json', selected: '' })
  workspace.showView('screens')
  expect(workspace.get()).toMatchObject({ view: 'screens', open: 'screens/a.json', selected: 'body/0' })
  workspace.showView('forms')
  workspace.set({ files: {} })
  workspace.showView('screens')
  expect(workspace.get()).toMatchObject({ open: null, selected: '' })
})

const FILE = 'screens/a.json'
const of = (a: number, b: number): string => `{ "a": ${a}, "b": ${b} }`
const silent = new Promise<never>(() => {})

/** A workspace with one file of a change set. */
function opened(text: string) {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const compiler = { update: () => silent, open: () => silent, schema: () => silent }
  const workspace = createWorkspace('Ada', compiler as unknown as CompilerClient)
  workspace.set({ files: { [FILE]: text }, published: { [FILE]: text }, revision: 'one' })
  return workspace
}

describe('with other authors', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const theirs = (text: string): Change => ({ path: FILE, text, base: of(1, 1), version: 1, author: 'Grace', time: 0 })

  it('undo takes back what was done here, and keeps what they have changed since', () => {
    const workspace = opened(of(1, 1))
    workspace.set({ files: { [FILE]: of(2, 1) } })
    workspace.set({
      history: {
        entries: [{ label: 'Mine', time: 0, changes: [{ path: FILE, before: of(1, 1), after: of(2, 1) }] }],
        done: 1,
      },
    })
    workspace.adopt([theirs(of(2, 5))], 0)
    expect(workspace.get().files[FILE]).toBe(of(2, 5))
    expect(workspace.get().history.entries).toHaveLength(1)
    workspace.undo()
    expect(workspace.get().files[FILE]).toBe(of(1, 5))
    workspace.redo()
    expect(workspace.get().files[FILE]).toBe(of(2, 5))
  })

  it('undo leaves a place that they have changed since, and says so', () => {
    const workspace = opened(of(2, 1))
    workspace.set({
      history: {
        entries: [{ label: 'Mine', time: 0, changes: [{ path: FILE, before: of(1, 1), after: of(2, 1) }] }],
        done: 1,
      },
    })
    workspace.adopt([theirs(of(3, 1))], 0)
    workspace.undo()
    expect(workspace.get().files[FILE]).toBe(of(3, 1))
    expect(workspace.get().message?.text).toContain('“Mine” stays')
    expect(workspace.get().history).toEqual({ entries: [], done: 0 })
  })

  it.each<[string, string, string, number]>([
    ['joined where it is another place', of(1, 5), of(2, 5), 0],
    ['asked about where it is the same place', of(5, 1), of(5, 1), 1],
  ])('what they publish is %s', async (_name, mine, expected, conflicts) => {
    const workspace = opened(of(1, 1))
    vi.spyOn(api, 'createChangeSet').mockReturnValue(silent)
    vi.spyOn(workspace.saver, 'flush').mockResolvedValue(true)
    vi.spyOn(api, 'project').mockResolvedValue({ revision: 'two', version: 0, files: { [FILE]: of(2, 1) } })
    const row = { seq: 2, time: 0, action: 'publish', revision: 'two', author: 'Grace', note: 'better' }
    vi.spyOn(api, 'history').mockResolvedValue({ rows: [row] })
    workspace.edit('Mine', { [FILE]: mine })
    const found = await workspace.takeLive()
    const { files, published, revision, message, publication, liveConflicts } = workspace.get()
    expect(files[FILE]).toBe(expected)
    expect([published[FILE], revision, publication]).toEqual([of(2, 1), 'two', row])
    expect(message?.text).toMatch(/^Grace has published: “better”/)
    expect([found.conflicts.length, liveConflicts.length]).toEqual([conflicts, conflicts])
    expect(found.joined).toEqual(conflicts === 0 ? [FILE] : [])
    const [conflict] = liveConflicts
    if (conflict) workspace.settle(conflict, of(7, 1))
    expect(workspace.get().liveConflicts).toEqual([])
    expect(workspace.saver.base(FILE)).toBe(of(2, 1))
  })

  it('a file that they publish is taken over though the revision stays, as that of a saved state', async () => {
    const workspace = opened(of(1, 1))
    const project = vi.spyOn(api, 'project')
    vi.spyOn(api, 'history').mockResolvedValue({ rows: [] })
    project.mockResolvedValue({ revision: 'one', version: 0, files: { [FILE]: of(2, 1) } })
    await workspace.takeLive()
    expect(workspace.get().files[FILE]).toBe(of(1, 1))
    project.mockResolvedValue({ revision: 'one', version: 1, files: { [FILE]: of(2, 1) } })
    await workspace.takeLive()
    const { files, version, message } = workspace.get()
    expect([files[FILE], version]).toEqual([of(2, 1), 1])
    expect(message?.text).toBe('Another author has published what users do not see, such as a saved state.')
  })
})

test('another change set is opened without the file that it lacks', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const compiler = { open: () => silent, schema: () => silent }
  const workspace = createWorkspace('Ada', compiler as unknown as CompilerClient)
  vi.spyOn(api, 'project').mockResolvedValue({ revision: 'one', version: 0, files: { 'screens/b.json': '{}' } })
  vi.spyOn(api, 'changeSets').mockResolvedValue({ live: { revision: 'one', version: 0 }, changeSets: [] })
  workspace.set({ files: { [FILE]: '{}', 'screens/b.json': '{}' }, open: FILE, selected: 'body/0' })
  await workspace.load('')
  expect(workspace.get()).toMatchObject({ open: null, selected: '' })
  workspace.openFile('screens/b.json', 'body/0')
  await workspace.load('')
  expect(workspace.get()).toMatchObject({ open: 'screens/b.json', selected: 'body/0' })
  vi.unstubAllGlobals()
})

test('another change set shows no finding of the one before, neither one whose check is under way', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const snapshot = (rule: string): Snapshot => ({
    diagnostics: [{ file: FILE, rule } as Diagnostic],
    entries: [],
    milliseconds: 1,
  })
  const opens: ((result: Snapshot) => void)[] = []
  const checks: ((result: Snapshot) => void)[] = []
  const updates: ((result: readonly Diagnostic[]) => void)[] = []
  const compiler = {
    open: () => new Promise<Snapshot>((resolve) => opens.push(resolve)),
    check: () => new Promise<Snapshot>((resolve) => checks.push(resolve)),
    update: () => new Promise<readonly Diagnostic[]>((resolve) => updates.push(resolve)),
    schema: () => silent,
  }
  const workspace = createWorkspace('Ada', compiler as unknown as CompilerClient)
  const rules = (): string[] => workspace.get().diagnostics.map(({ rule }) => rule)
  vi.spyOn(workspace.saver, 'changed').mockReturnValue()
  vi.spyOn(api, 'project').mockResolvedValue({ revision: 'one', version: 0, files: { [FILE]: '{}' } })
  vi.spyOn(api, 'changeSets').mockResolvedValue({ live: { revision: 'one', version: 0 }, changeSets: [] })
  await workspace.load('')
  expect(workspace.get()).toMatchObject({ checks: 0, checking: true })
  opens[0]?.(snapshot('first'))
  await vi.advanceTimersByTimeAsync(0)
  expect([rules(), workspace.get().checks]).toEqual([['first'], 1])

  workspace.edit('Change it', { [FILE]: '{"a":1}' })
  updates[0]?.([])
  await vi.advanceTimersByTimeAsync(120)
  workspace.edit('Change it again', { [FILE]: '{"a":2}' })
  await workspace.load('')
  expect([rules(), workspace.get().checks]).toEqual([[], 0])
  checks[0]?.(snapshot('first'))
  updates[1]?.(snapshot('first').diagnostics)
  await vi.advanceTimersByTimeAsync(120)
  expect([rules(), workspace.get().checks]).toEqual([[], 0])
  opens[1]?.(snapshot('second'))
  await vi.advanceTimersByTimeAsync(0)
  expect(rules()).toEqual(['second'])
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a change set that is opened', () => {
  const SET: ChangeSet = {
    id: 'set',
    name: 'a set',
    author: 'Ada',
    link: 'link',
    state: 'open',
    revision: null,
    next: null,
    created: 1,
    updated: 1,
  }
  let stored: Map<string, string>
  beforeEach(() => {
    vi.useFakeTimers()
    stored = new Map()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
      key: (index: number) => [...stored.keys()][index] ?? null,
      get length() {
        return stored.size
      },
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** A page; `live` is the text that is published, `rows` the changes of each change set. */
  function page() {
    const compiler = { update: () => silent, open: () => silent, schema: () => silent }
    return createWorkspace('Ada', compiler as unknown as CompilerClient)
  }
  function serve(live: string, sets: readonly ChangeSet[], rows: Readonly<Record<string, readonly Change[]>>): void {
    const name = { revision: live, version: 0 }
    vi.spyOn(api, 'project').mockResolvedValue({ ...name, files: { [FILE]: live } })
    vi.spyOn(api, 'changeSets').mockResolvedValue({
      live: name,
      changeSets: sets.map((set) => ({ ...set, files: [] })),
    })
    vi.spyOn(api, 'history').mockResolvedValue({ rows: [] })
    vi.spyOn(api, 'changeSet').mockImplementation((id) => {
      const set = sets.find((changeSet) => changeSet.id === id) ?? SET
      return Promise.resolve({ ...set, changes: [...(rows[id] ?? [])] })
    })
  }
  const row = (text: string, base: string, version = 1): Change => ({
    path: FILE,
    text,
    base,
    version,
    author: 'Ada',
    time: 0,
  })
  const backup = (text: string, more: Partial<Backup> = {}): void =>
    void backUp({ path: FILE, text, changeSet: 'set', version: 1, from: of(2, 1), base: of(1, 1), ...more })

  it('joins a text that was not saved with what was published since', async () => {
    serve(of(1, 5), [SET], { set: [row(of(2, 1), of(1, 1))] })
    backup(of(3, 1))
    const workspace = page()
    await workspace.load(null)
    expect(workspace.get()).toMatchObject({ files: { [FILE]: of(3, 5) }, liveConflicts: [], saved: { conflicts: {} } })
    expect(workspace.saver.base(FILE)).toBe(of(1, 5))
  })

  it('joins a text without a version on the server with what was published since', async () => {
    serve(of(1, 5), [], {})
    backup(of(3, 1), { changeSet: null, version: 0, from: of(1, 1) })
    const workspace = page()
    await workspace.load(null)
    expect(workspace.get().files[FILE]).toBe(of(3, 5))
    expect(workspace.saver.base(FILE)).toBe(of(1, 5))
  })

  const PUBLISHED: ChangeSet = { ...SET, state: 'published' }
  const NEXT: ChangeSet = { ...SET, id: 'next' }
  it.each<[string, readonly ChangeSet[], string]>([
    ['waits while its change set is open', [SET, NEXT], 'set'],
    ['belongs to the set that follows a published one', [PUBLISHED, NEXT], 'next'],
  ])('a merge that is put off %s', async (_name, sets, expected) => {
    serve(of(1, 1), sets, {})
    const workspace = page()
    const draft = { changeSet: 'set', base: null, mine: of(2, 1), theirs: null, choices: [], edited: of(3, 1) }
    workspace.set({ mergeDrafts: { [FILE]: draft } })
    await workspace.load('next')
    expect(workspace.get().mergeDrafts).toEqual({ [FILE]: { ...draft, changeSet: expected } })
  })

  it('takes what was typed on while its predecessor was published', async () => {
    serve(of(1, 1), [SET], { set: [row(of(2, 1), of(1, 1))] })
    const workspace = page()
    await workspace.load('set')
    workspace.edit('Type on', { [FILE]: of(3, 1) })
    serve(of(2, 1), [PUBLISHED], {})
    await workspace.load('')
    expect(workspace.get()).toMatchObject({
      changeSet: null,
      files: { [FILE]: of(3, 1) },
      liveConflicts: [],
      saved: { conflicts: {} },
    })
    expect(workspace.saver.base(FILE)).toBe(of(2, 1))
    expect(readBackups()).toMatchObject([{ changeSet: null, text: of(3, 1), base: of(2, 1) }])
  })

  it('takes it without a backup too', async () => {
    serve(of(1, 1), [SET], { set: [row(of(2, 1), of(1, 1))] })
    const workspace = page()
    await workspace.load('set')
    workspace.edit('Type on', { [FILE]: of(3, 1) })
    stored.clear()
    serve(of(2, 1), [PUBLISHED], {})
    await workspace.load('')
    expect(workspace.get().files[FILE]).toBe(of(3, 1))
  })

  it('takes what was typed on after a save that follows the publication', async () => {
    const next = { ...SET, id: 'next' }
    serve(of(2, 1), [{ ...PUBLISHED, next: 'next' }, next], { next: [row(of(3, 1), of(2, 1), 2)] })
    backup(of(4, 1), { version: 2, from: of(3, 1) })
    const workspace = page()
    await workspace.load('next')
    expect(workspace.get()).toMatchObject({ files: { [FILE]: of(4, 1) }, saved: { conflicts: {} } })
    expect(workspace.saver.base(FILE)).toBe(of(2, 1))
    expect(readBackups()).toMatchObject([{ changeSet: 'next', text: of(4, 1) }])
  })

  it('leaves a text of another open change set where it is', async () => {
    serve(of(1, 1), [SET, { ...SET, id: 'other' }], {})
    backup(of(3, 1), { changeSet: 'other', version: 0 })
    const workspace = page()
    await workspace.load('set')
    expect(workspace.get().files[FILE]).toBe(of(1, 1))
    expect(readBackups()).toHaveLength(1)
  })
})

describe('a conflict with a publication', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const live = (revision: string, text: string): void => {
    vi.spyOn(api, 'project').mockResolvedValue({ revision, version: 0, files: { [FILE]: text } })
    vi.spyOn(api, 'history').mockResolvedValue({ rows: [] })
    vi.spyOn(api, 'createChangeSet').mockReturnValue(silent)
  }

  it('is over when the publication is taken back', async () => {
    const workspace = opened(of(1, 1))
    vi.spyOn(workspace.saver, 'flush').mockResolvedValue(true)
    workspace.edit('Mine', { [FILE]: of(5, 1) })
    live('two', of(2, 1))
    expect((await workspace.takeLive()).conflicts).toHaveLength(1)
    live('one', of(1, 1))
    expect(await workspace.takeLive()).toEqual({ joined: [FILE], conflicts: [] })
    expect(workspace.get()).toMatchObject({ files: { [FILE]: of(5, 1) }, liveConflicts: [] })
    expect(workspace.saver.base(FILE)).toBe(of(1, 1))
  })

  it('of a change with an older base is found though the page knows what is live', async () => {
    const workspace = opened(of(1, 1))
    vi.spyOn(workspace.saver, 'flush').mockResolvedValue(true)
    workspace.edit('Mine', { [FILE]: of(1, 5) })
    workspace.saver.keepBase(FILE)
    workspace.set({ published: { [FILE]: of(2, 1) }, revision: 'two' })
    live('two', of(2, 1))
    expect(await workspace.takeLive()).toEqual({ joined: [], conflicts: [] })
    expect(await workspace.takeLive(true)).toEqual({ joined: [FILE], conflicts: [] })
    expect(workspace.get().files[FILE]).toBe(of(2, 5))
  })
})
