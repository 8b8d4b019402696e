import { api, ApiError, type Change, type ChangeSet, type Present } from '../api.ts'
import { FIXTURE_FILE } from '../../../codegen/fixtures/fixture.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { titledEntries } from '../compiler/entries.ts'
import type { Diagnostic, Entry, JsonSchema, Snapshot, SymbolRef } from '../compiler/protocol.ts'
import { emptyHistory, record, redo, undo, type History, type HistoryEntry, type TextChange } from './history.ts'
import { readBackups, type Backup } from './backup.ts'
import { createSaver, type SavedState, type Saver } from './saver.ts'
import { readHistory } from './storedHistory.ts'
import { createStore, type Store } from './store.ts'
import { nameOf } from './fileNames.ts'

export type View = 'screens' | 'forms' | 'texts' | 'reference' | 'changes'

export interface WorkspaceState {
  author: string
  view: View
  /** The revision that is live, and its source files. */
  revision: string | null
  published: Readonly<Record<string, string>>
  /** Current text of each file. */
  files: Readonly<Record<string, string>>
  changeSet: ChangeSet | null
  /** The file in the editor. */
  open: string | null
  /** Path of the selected node in the open file, e.g. "body/0/children/1"; empty for the document. */
  selected: string
  diagnostics: readonly Diagnostic[]
  entries: readonly Entry[]
  locales: Snapshot['locales']
  schema: JsonSchema | null
  /** Schemas of the fixtures that have been opened, by file. */
  fixtureSchemas: Readonly<Record<string, JsonSchema>>
  checking: boolean
  /** Duration of the last check of the whole catalogue, in milliseconds. */
  milliseconds: number
  history: History
  saved: SavedState
  /** Counts the changes that the compiler has checked: the preview follows it. */
  checks: number
  message: { tone: 'info' | 'error'; text: string; undoes?: HistoryEntry } | null
  /** A range that the editor shows next. */
  reveal: { file: string; start: number; end: number } | null
  /** The file whose authors are shown. */
  historyOf: string | null
  /** Other authors who have the change set open. */
  others: readonly Present[]
  /** Who changes a file in another change set, by file. */
  elsewhere: Readonly<Record<string, string>>
  /** A publication of this page is under way. */
  isPublishing: boolean
  /** Another change set is being opened: what is typed now would be lost. */
  isSwitching: boolean
  /** The text whose row the table shows, and the one that is edited in all languages. */
  shownText: string | null
  editedText: string | null
  /** The name whose uses are shown. */
  named: { symbol: SymbolRef; purpose: 'uses' | 'rename' } | null
}

/** Pause after the last keystroke before the whole catalogue is checked, in milliseconds. */
const CHECK_AFTER_MS = 120

export interface Workspace extends Store<WorkspaceState> {
  /** Loads the published project and a change set; null: the last open one, or none. */
  load(changeSet: string | null): Promise<void>
  openFile(path: string, selected?: string): void
  /** Opens a file and shows a range of it. */
  openRange(file: string, start: number, end: number): void
  /** Changes files as one step of undo. */
  edit(label: string, changes: Readonly<Record<string, string | null>>, mergeKey?: string): void
  /** Changes the text of one file; without the file, or without a result, nothing. */
  change(file: string, label: string, change: (text: string) => string | undefined, mergeKey?: string): void
  undo(): void
  redo(): void
  /** The change set has been published or deleted by another author: what is live now is read, and what was not saved is kept. */
  leave(reason: string): Promise<void>
  /** Takes over the files of the change set that another author has saved. */
  adopt(changes: readonly Change[], since: number): void
  notify(text: string, tone?: 'info' | 'error'): void
  /** Says what the last step has done, with its undo beside it. */
  notifyDone(text: string): void
  saver: Saver
  compiler: CompilerClient
}

const initial: WorkspaceState = {
  author: '',
  view: 'screens',
  revision: null,
  published: {},
  files: {},
  changeSet: null,
  open: null,
  selected: '',
  diagnostics: [],
  entries: [],
  locales: {},
  schema: null,
  fixtureSchemas: {},
  checking: true,
  milliseconds: 0,
  history: emptyHistory,
  saved: { status: 'saved', conflicts: {} },
  checks: 0,
  message: null,
  reveal: null,
  historyOf: null,
  others: [],
  elsewhere: {},
  isPublishing: false,
  isSwitching: false,
  shownText: null,
  editedText: null,
  named: null,
}

/** The model of the studio: files, undo, problems, and what is saved. */
export function createWorkspace(author: string, compiler: CompilerClient): Workspace {
  const store = createStore<WorkspaceState>({ ...initial, author })
  const saver = createSaver(store, (path, text, other) => {
    const list = [{ path, before: store.get().files[path] ?? null, after: text }]
    const who = other ?? 'Another author'
    const label = `Join with the changes of ${who}`
    apply(list, path, record(store.get().history, { label, changes: list, time: Date.now() }), false)
    workspace.notify(`${who} and you have changed ${nameOf(path)} in different places: it has the changes of both.`)
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  function showSnapshot({ diagnostics, entries, locales, milliseconds }: Snapshot): void {
    store.set({
      diagnostics,
      entries,
      locales,
      milliseconds,
      checking: false,
      checks: store.get().checks + 1,
    })
  }

  async function check(changes: Readonly<Record<string, string | null>>, first: string): Promise<void> {
    store.set({ checking: true })
    clearTimeout(timer)
    const own = await compiler.update(changes, first)
    // The file's own problems appear at once, those of other files after the complete check.
    const others = store.get().diagnostics.filter(({ file }) => file !== first)
    if (own.length > 0 || /^screens\/(?!parts\/)/.test(first)) store.set({ diagnostics: [...own, ...others] })
    clearTimeout(timer)
    timer = setTimeout(() => void compiler.check().then(showSnapshot, fail), CHECK_AFTER_MS)
  }

  async function readCatalogue(opened: Promise<Snapshot>): Promise<void> {
    showSnapshot(await opened)
    store.set({ schema: await compiler.schema() })
  }

  async function readFixtureSchema(path: string): Promise<void> {
    const schema = await compiler.schema(path)
    if (schema) store.set({ fixtureSchemas: { ...store.get().fixtureSchemas, [path]: schema } })
  }

  function fail(error: unknown): void {
    workspace.notify(error instanceof Error ? error.message : String(error), 'error')
  }

  /** Changes files and the history in one step: a subscriber never sees one without the other. */
  function apply(changes: readonly TextChange[], first: string, steps: History, save = true): void {
    store.set({ files: withChanges(store.get().files, changes), history: steps })
    if (save) saver.changed(changes.map(({ path }) => path))
    check(Object.fromEntries(changes.map(({ path, after }) => [path, after])), first).catch(fail)
  }

  /** Takes over what the author had typed and the server does not have; texts of another open change set wait for it. */
  function restore(
    backups: ReadonlyMap<string, Backup>,
    changes: readonly Change[],
    openSets: ReadonlySet<string>,
  ): void {
    const { changeSet, files, history } = store.get()
    const own = [...backups].filter(
      ([, { changeSet: set }]) => set === null || set === changeSet?.id || !openSets.has(set),
    )
    const list = saver
      .restore(new Map(own), changes)
      .map(({ path, text }): TextChange => ({ path, before: files[path] ?? null, after: text }))
    const [head] = list
    if (!head) return
    const steps = readHistory(changeSet?.id, withChanges(files, list))
    const restored =
      steps.done > history.done
        ? steps
        : record(history, { label: 'Restore what was not saved', changes: list, time: Date.now() })
    apply(list, head.path, restored, false)
    workspace.notify(`Restored from this device: ${list.map(({ path }) => nameOf(path)).join(', ')}.`)
  }

  /** Says what undo has changed, where it is not seen. */
  function announce(what: 'Undone' | 'Done again', label: string, changes: readonly TextChange[]): void {
    const { view, open } = store.get()
    if (view !== 'screens' || !changes.some(({ path }) => path === open)) workspace.notify(`${what}: ${label}`)
  }

  const workspace: Workspace = {
    ...store,
    saver,
    compiler,
    async load(id) {
      const [project, sets] = await Promise.all([api.project(), api.changeSets()])
      const mine = sets.changeSets.filter((one) => one.state === 'open')
      const backups = readBackups()
      const unsaved = new Set([...backups.values()].map(({ changeSet }) => changeSet))
      const open =
        mine.find((one) => one.id === id) ??
        mine.find((one) => unsaved.has(one.id)) ??
        mine.find((one) => one.author === store.get().author)
      const loaded = open ? await api.changeSet(open.id) : null
      const changes = Object.fromEntries((loaded?.changes ?? []).map(({ path, text }) => [path, text]))
      const files = { ...project.files }
      for (const [path, text] of Object.entries(changes)) {
        if (text === null) delete files[path]
        else files[path] = text
      }
      saver.start(loaded?.changes ?? [])
      store.set({
        revision: project.revision,
        published: project.files,
        files,
        changeSet: loaded,
        history: readHistory(loaded?.id, files),
        others: [],
        checking: true,
        entries: titledEntries(files),
      })
      // The page is used while the compiler reads the catalogue; its requests are answered in their order.
      readCatalogue(compiler.open(project.files, changes)).catch(fail)
      restore(backups, loaded?.changes ?? [], new Set(mine.map((one) => one.id)))
    },
    openFile(path, selected = '') {
      store.set({ open: path, selected, view: 'screens' })
      if (FIXTURE_FILE.test(path)) readFixtureSchema(path).catch(fail)
    },
    openRange(file, start, end) {
      store.set({ open: file, view: 'screens', selected: '', reveal: { file, start, end } })
    },
    edit(label, changes, mergeKey) {
      const { files, open, history } = store.get()
      const list = Object.entries(changes)
        .map(([path, after]): TextChange => ({ path, before: files[path] ?? null, after }))
        .filter(({ before, after }) => before !== after)
      const [head] = list
      if (!head) return
      const first = open !== null && Object.hasOwn(changes, open) ? open : head.path
      const edited = { label, changes: list, time: Date.now(), ...(mergeKey !== undefined && { mergeKey }) }
      apply(list, first, record(history, edited))
    },
    change(file, label, change, mergeKey) {
      const text = store.get().files[file]
      const changed = text === undefined ? undefined : change(text)
      if (typeof changed === 'string') workspace.edit(label, { [file]: changed }, mergeKey)
    },
    undo() {
      const step = undo(store.get().history)
      if (!step) return
      apply(step.changes, step.changes[0]?.path ?? '', step.history)
      announce('Undone', step.label, step.changes)
    },
    redo() {
      const step = redo(store.get().history)
      if (!step) return
      apply(step.changes, step.changes[0]?.path ?? '', step.history)
      announce('Done again', step.label, step.changes)
    },
    async leave(reason) {
      await workspace.load('')
      workspace.notify(reason)
    },
    adopt(changes, since) {
      const { files, history } = store.get()
      const taken = saver.adopt(changes, since)
      const list = taken
        .map(({ path, text }): TextChange => ({ path, before: files[path] ?? null, after: text }))
        .filter(({ before, after }) => before !== after)
      const [head] = list
      if (!head) return
      const author = taken.find((one) => one.author !== null)?.author ?? 'Another author'
      // A step of its own: undo shows the text before it, and never replaces theirs by the way.
      apply(list, head.path, record(history, { label: `Change of ${author}`, changes: list, time: Date.now() }), false)
      workspace.notify(`${author} has changed ${list.map(({ path }) => nameOf(path)).join(', ')}.`)
    },
    notify(text, tone = 'info') {
      store.set({ message: { text, tone } })
    },
    notifyDone(text) {
      const { entries, done } = store.get().history
      const last = entries[done - 1]
      store.set({ message: { text, tone: 'info', ...(last && { undoes: last }) } })
    },
  }
  return workspace
}

function withChanges(files: WorkspaceState['files'], changes: readonly TextChange[]): WorkspaceState['files'] {
  const result = { ...files }
  for (const { path, after } of changes) {
    if (after === null) delete result[path]
    else result[path] = after
  }
  return result
}

/** A message for an error of a request. */
export const describeError = (error: unknown): string =>
  error instanceof ApiError || error instanceof Error ? error.message : String(error)
