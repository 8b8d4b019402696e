import { api, ApiError, type Change, type ChangeSet, type Conflict, type LiveName } from '../api.ts'
import { FIXTURE_FILE } from '../../../codegen/fixtures/fixture.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { titledEntries } from '../compiler/entries.ts'
import type { Snapshot } from '../compiler/protocol.ts'
import { joinSteps, record, redo, undo, type History, type Step, type TextChange } from './history.ts'
import { mergeTexts } from '../merge/merge.ts'
import { rebaseOnLive } from './saving/live.ts'
import { draftsAfter } from './saving/mergeDraft.ts'
import { moment } from './moment.ts'
import { readBackups } from './saving/backup.ts'
import { createSaver, type Saver, type Unsaved } from './saving/saver.ts'
import { readHistory } from './saving/storedHistory.ts'
import { readMerges } from './saving/storedMerges.ts'
import { createStore, type Store } from './store.ts'
import { nameOf } from './fileNames.ts'
import { initialState, notRead, type View, type WorkspaceState } from './workspaceState.ts'
import { settled } from '../../engine/language/report.ts'

/** Pause after the last keystroke before the whole catalogue is checked, in milliseconds. */
const CHECK_AFTER_MS = 120

export interface TakenLive {
  /** Files that have the changes of both. */
  joined: readonly string[]
  /** Files that are in conflict with what is live. */
  conflicts: readonly Conflict[]
}

export interface Workspace extends Store<WorkspaceState> {
  /** Loads the published project and a change set; null: the last open one, or none. */
  load(changeSet: string | null): Promise<void>
  openFile(path: string, selected?: string): void
  /** Shows a view; the screens with the file that was open there, since the view of the forms opens other files. */
  showView(view: View): void
  /** Opens a file and shows a range of it. */
  openRange(file: string, start: number, end: number): void
  /** Changes files as one step of undo. */
  edit(label: string, changes: Readonly<Record<string, string | null>>, mergeKey?: string): void
  /** Changes the text of one file; without the file, or without a result, nothing. */
  change(file: string, label: string, change: (text: string) => string | undefined, mergeKey?: string): void
  /** Makes the edits of a function one step of undo. */
  asOneStep(edits: () => void): void
  undo(): void
  redo(): void
  /**
   * The change set has been published or deleted by another author: what is live now is read, with the change set `next`, and what was not saved
   * is kept.
   */
  leave(reason: string, next: string): Promise<void>
  /**
   * Reads what another author has published, and joins it with what is changed here. `evenIfKnown`: compares the changes here also with what the
   * page has read already.
   */
  takeLive(evenIfKnown?: boolean): Promise<TakenLive>
  /** Decides a conflict with a publication by the text that stays; null: the file is deleted. */
  settle(conflict: Conflict, text: string | null): void
  /** Takes over the files of the change set that another author has saved. */
  adopt(changes: readonly Change[], since: number): void
  notify(text: string, tone?: 'info' | 'error'): void
  /** Takes a notice away whose reason is gone; another one stays. */
  dismiss(text: string): void
  /** Says what the last step has done, with its undo beside it. */
  notifyDone(text: string): void
  saver: Saver
  compiler: CompilerClient
}

/** The model of the studio: files, undo, problems, and what is saved. */
export function createWorkspace(author: string, compiler: CompilerClient): Workspace {
  const store = createStore<WorkspaceState>({ ...initialState, author, mergeDrafts: readMerges(author) })
  const saver = createSaver(store, (path, text, other) => {
    const list = [{ path, before: store.get().files[path] ?? null, after: text }]
    const who = other ?? 'Another author'
    // The changes of another author are no step of undo.
    apply(list, path, store.get().history, false)
    workspace.notify(`${who} and you have changed ${nameOf(path)} in different places: it has the changes of both.`)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the openings of a change set: results of the compiler for an earlier one are dropped. */
  let openings = 0
  /** Last file and selection in the view of the screens. */
  let shown: Pick<WorkspaceState, 'open' | 'selected'> = initialState
  store.watch(() => {
    const { view, open, selected } = store.get()
    if (view === 'screens') shown = { open, selected }
  })

  function showSnapshot({ diagnostics, entries, milliseconds }: Snapshot): void {
    store.set({
      diagnostics,
      entries,
      milliseconds,
      checking: false,
      checks: store.get().checks + 1,
    })
  }

  async function check(changes: Readonly<Record<string, string | null>>, first: string): Promise<void> {
    store.set({ checking: true })
    clearTimeout(timer)
    const opening = openings
    const own = await compiler.update(changes, first)
    if (opening !== openings) return
    // The file's own problems appear at once, those of other files after the complete check.
    const others = store.get().diagnostics.filter(({ file }) => file !== first)
    if (own) store.set({ diagnostics: [...own, ...others] })
    clearTimeout(timer)
    timer = setTimeout(() => void showOf(compiler.check()).catch(fail), CHECK_AFTER_MS)
  }

  /** Shows the result of a check, unless another change set was opened meanwhile. */
  async function showOf(check: Promise<Snapshot>): Promise<void> {
    const opening = openings
    const snapshot = await check
    if (opening === openings) showSnapshot(snapshot)
  }

  async function readCatalogue(opened: Promise<Snapshot>): Promise<void> {
    await showOf(opened)
    store.set({ schema: await compiler.schema() })
  }

  async function readFixtureSchema(path: string): Promise<void> {
    const schema = await compiler.schema(path)
    if (schema) store.set({ fixtureSchemas: { ...store.get().fixtureSchemas, [path]: schema } })
  }

  function fail(error: unknown): void {
    workspace.notify(error instanceof Error ? error.message : String(error), 'error')
  }

  /** A file that is gone is open no longer. */
  function stillOpen(
    files: WorkspaceState['files'],
    { open }: Pick<WorkspaceState, 'open'> = store.get(),
  ): Partial<WorkspaceState> {
    return open !== null && files[open] === undefined ? { open: null, selected: '' } : {}
  }

  /** Changes files and the history in one step: a subscriber never sees one without the other. */
  function apply(changes: readonly TextChange[], first: string, steps: History, save = true): void {
    const files = withChanges(store.get().files, changes)
    store.set({ files, history: steps, ...stillOpen(files) })
    if (save) saver.changed(changes.map(({ path }) => path))
    check(Object.fromEntries(changes.map(({ path, after }) => [path, after])), first).catch(fail)
  }

  /** The texts that the server does not have, in memory and on the device; of a published change set they belong to the one that follows it. */
  function unsavedTexts(sets: readonly ChangeSet[]): Unsaved[] {
    const byId = new Map(sets.map((set) => [set.id, set]))
    const here = saver.unsaved()
    const kept = readBackups().filter(
      (backup) => !here.some(({ path, changeSet }) => path === backup.path && changeSet === backup.changeSet),
    )
    return [...here, ...kept].map((backup) => {
      let changeSet = backup.changeSet
      let isPublished = false
      for (let set = byId.get(changeSet ?? ''); set?.state === 'published'; set = byId.get(changeSet ?? '')) {
        isPublished = true
        if (set.next === null) break
        changeSet = set.next
      }
      return { ...backup, changeSet, isPublished, keptUnder: backup.changeSet }
    })
  }

  /** Takes over what the author had typed and the server does not have; texts of another open change set wait for it. */
  function restore(unsaved: readonly Unsaved[], changes: readonly Change[], openSets: ReadonlySet<string>): void {
    const { changeSet, files, history } = store.get()
    const isHere = (unsaved: Unsaved): boolean => unsaved.changeSet === (changeSet?.id ?? null)
    const own = new Map<string, Unsaved>()
    for (const item of unsaved) {
      const isOwn = isHere(item) || item.changeSet === null || !openSets.has(item.changeSet)
      const other = own.get(item.path)
      if (isOwn && (!other || (isHere(item) && !isHere(other)))) own.set(item.path, item)
    }
    const list = saver
      .restore([...own.values()], changes)
      .map(({ path, text }): TextChange => ({ path, before: files[path] ?? null, after: text }))
    if (list.length === 0) return
    const restoredFiles = withChanges(files, list)
    const steps = readHistory(changeSet?.id, restoredFiles)
    const restored =
      steps.done > history.done
        ? steps
        : record(history, { label: 'Restore what was not saved', changes: list, time: Date.now() })
    store.set({ files: restoredFiles, history: restored })
    workspace.notify(`Restored from this device: ${list.map(({ path }) => nameOf(path)).join(', ')}.`)
  }

  /** Says what undo has changed, where it is not seen. */
  function announce(what: 'Undone' | 'Done again', label: string, changes: readonly TextChange[]): void {
    const { view, open } = store.get()
    if (view !== 'screens' || !changes.some(({ path }) => path === open)) workspace.notify(`${what}: ${label}`)
  }

  /** Does a step of undo or redo; a file that another author has changed since keeps their changes. */
  function repeat(what: 'Undone' | 'Done again', step: Step | null): void {
    if (!step) return
    const { files, history } = store.get()
    const changes: TextChange[] = []
    for (const { path, before, after } of step.changes) {
      const current = files[path] ?? null
      const joined = current === before ? undefined : mergeTexts(before, after, current)
      if (current !== before && (!joined || joined.clashes.length > 0)) {
        // The steps before it can still be undone.
        const entries = history.entries.filter(
          (_, index) => index !== (what === 'Undone' ? history.done - 1 : history.done),
        )
        store.set({ history: { entries, done: step.history.done - (what === 'Undone' ? 0 : 1) } })
        return workspace.notify(
          `“${step.label}” stays: another author has changed the same place of ${nameOf(path)} since.`,
        )
      }
      changes.push({ path, before: current, after: joined ? joined.text : after })
    }
    apply(changes, changes[0]?.path ?? '', step.history)
    announce(what, step.label, changes)
  }

  /** Takes another revision as the published one, without a question where that is possible. */
  function meet(project: LiveName & { files: Record<string, string> }, who: string): readonly string[] {
    const { published, files, history } = store.get()
    const { taken, joined, same, conflicts } = rebaseOnLive(published, project.files, files, saver.base)
    for (const path of new Set([...Object.keys(files), ...Object.keys(published)]))
      if (files[path] !== published[path]) saver.keepBase(path)
    const list = Object.entries({ ...taken, ...joined }).map(([path, after]): TextChange => ({
      path,
      before: files[path] ?? null,
      after,
    }))
    const own = list.filter(({ path }) => Object.hasOwn(joined, path))
    const steps =
      own.length === 0
        ? history
        : record(history, { label: `Join with what ${who} has published`, changes: own, time: Date.now() })
    const next = withChanges(files, list)
    const compared = new Set([...Object.keys({ ...taken, ...joined }), ...same, ...conflicts.map(({ path }) => path)])
    store.set({
      revision: project.revision,
      version: project.version,
      published: project.files,
      files: next,
      ...stillOpen(next),
      history: steps,
      liveConflicts: [...store.get().liveConflicts.filter(({ path }) => !compared.has(path)), ...conflicts],
      checking: true,
    })
    for (const path of [...Object.keys(joined), ...same]) saver.rebase(path, project.files[path] ?? null)
    const changes = [...new Set([...Object.keys(next), ...Object.keys(project.files)])]
      .filter((path) => next[path] !== project.files[path])
      .map((path) => [path, next[path] ?? null] as const)
    readCatalogue(compiler.open(project.files, Object.fromEntries(changes))).catch(fail)
    return Object.keys(joined)
  }

  let taking: Promise<TakenLive> | null = null
  async function takeLive(evenIfKnown: boolean): Promise<TakenLive> {
    await saver.flush()
    const { changeSet } = store.get()
    const [project, { rows }] = await Promise.all([api.project(), api.history()])
    // Another change set was opened, or this page has published, during the requests.
    const before = store.get()
    const isKnown = sameLive(project, before)
    if (before.changeSet?.id !== changeSet?.id || (isKnown && !evenIfKnown)) return { joined: [], conflicts: [] }
    // A publication of what no user sees has no row.
    const isUnseen = project.revision === before.revision
    const last =
      (!isUnseen && rows.find((row) => row.action !== 'refused' && row.revision === project.revision)) || null
    const who = last?.author ?? 'Another author'
    const joined = meet(project, who)
    const { liveConflicts, entries } = store.get()
    if (!isKnown) store.set({ publication: last })
    const named = (paths: readonly string[]): string =>
      paths.map((path) => nameOf(path, entries.find(({ file }) => file === path)?.title)).join(', ')
    const published = isUnseen ? 'has published what users do not see, such as a saved state' : 'has published'
    const did = last?.action === 'rollback' ? 'has made an earlier state live again' : published
    const words = [
      ...(isKnown ? [] : [`${who} ${did}${last ? `: “${last.note}” (${moment(last.time)})` : ''}.`]),
      ...(joined.length > 0
        ? [`Your changes of ${named(joined)} are joined with ${isKnown ? 'what is live' : 'it'}.`]
        : []),
      ...(liveConflicts.length > 0
        ? [
            `You have both changed ${named(liveConflicts.map(({ path }) => path))} at the same place: choose what stays.`,
          ]
        : []),
    ].join(' ')
    if (words !== '') workspace.notify(words)
    return { joined, conflicts: liveConflicts }
  }

  const workspace: Workspace = {
    ...store,
    saver,
    compiler,
    async load(id) {
      const [project, sets] = await Promise.all([api.project(), api.changeSets()])
      const mine = sets.changeSets.filter((changeSet) => changeSet.state === 'open')
      const unsaved = new Set(unsavedTexts(sets.changeSets).map(({ changeSet }) => changeSet))
      const open =
        mine.find((set) => set.id === id) ??
        mine.find((set) => unsaved.has(set.id)) ??
        mine.find((set) => set.author === store.get().author)
      const loaded = open ? await api.changeSet(open.id) : null
      const changes = Object.fromEntries((loaded?.changes ?? []).map(({ path, text }) => [path, text]))
      const files = { ...project.files }
      for (const [path, text] of Object.entries(changes)) {
        if (text === null) delete files[path]
        else files[path] = text
      }
      const openSets = new Set(mine.map((set) => set.id))
      const texts = unsavedTexts(sets.changeSets)
      saver.start(loaded?.changes ?? [])
      openings += 1
      clearTimeout(timer)
      store.set({
        ...notRead,
        revision: project.revision,
        version: project.version,
        published: project.files,
        files,
        changeSet: loaded,
        history: readHistory(loaded?.id, files),
        others: [],
        liveConflicts: [],
        publication: null,
        mergeDrafts: draftsAfter(store.get().mergeDrafts, loaded?.id ?? null, openSets),
        entries: titledEntries(files),
      })
      restore(texts, loaded?.changes ?? [], openSets)
      // Files of what is changed here may have been published since. The page is used while the compiler reads the catalogue; its requests are
      // answered in their order.
      meet(project, 'another author')
    },
    openFile(path, selected = '') {
      store.set({ open: path, selected, view: 'screens' })
      if (FIXTURE_FILE.test(path)) readFixtureSchema(path).catch(fail)
    },
    showView(view) {
      store.set(view === 'screens' ? { view, ...shown, ...stillOpen(store.get().files, shown) } : { view })
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
    asOneStep(edits) {
      const { done, entries } = store.get().history
      // At its limit the history drops its first steps, so steps are counted from the last one before.
      const last = entries[done - 1]
      edits()
      const { history } = store.get()
      const from = last ? history.entries.lastIndexOf(last) + 1 : 0
      if (last === undefined || from > 0) store.set({ history: joinSteps(history, from) })
    },
    undo: () => repeat('Undone', undo(store.get().history)),
    redo: () => repeat('Done again', redo(store.get().history)),
    takeLive(evenIfKnown = false) {
      if (taking && !evenIfKnown) return taking
      const before = taking
      const mine = (async () => {
        if (before) await settled(before)
        return takeLive(evenIfKnown)
      })().finally(() => {
        if (taking === mine) taking = null
      })
      taking = mine
      return mine
    },
    settle({ path, theirs }, text) {
      store.set({ liveConflicts: store.get().liveConflicts.filter((liveConflict) => liveConflict.path !== path) })
      workspace.edit(`Choose what stays of ${nameOf(path)}`, { [path]: text })
      saver.rebase(path, theirs)
    },
    async leave(reason, next) {
      await workspace.load(next)
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
      const author = taken.find((adopted) => adopted.author !== null)?.author ?? 'Another author'
      // No step of undo: it undoes what was done here.
      apply(list, head.path, history, false)
      workspace.notify(`${author} has changed ${list.map(({ path }) => nameOf(path)).join(', ')}.`)
    },
    notify(text, tone = 'info') {
      store.set({ message: { text, tone } })
    },
    dismiss(text) {
      if (store.get().message?.text === text) store.set({ message: null })
    },
    notifyDone(text) {
      const { entries, done } = store.get().history
      const last = entries[done - 1]
      store.set({ message: { text, tone: 'info', ...(last && { undoes: last }) } })
    },
  }
  return workspace
}

/** Whether two names are of the same live files. */
export const sameLive = (a: LiveName, b: LiveName): boolean => a.revision === b.revision && a.version === b.version

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
