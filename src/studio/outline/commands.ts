import {
  duplicate,
  insertSource,
  itemOf,
  moveItem,
  nodeAt,
  parse,
  removeAt,
  setValue,
  sourceAt,
  wrap,
  type Place,
} from '../model/document.ts'
import type { Workspace } from '../model/workspace.ts'
import { copyDependencies } from '../make/copyDependencies.ts'
import { callsOf } from '../model/calls.ts'
import type { WidgetInfo } from '../model/vocabulary.ts'
import { localesOf } from '../model/texts.ts'
import { keyFor, START_WORDS } from '../texts/keys.ts'
import { withoutOwnTexts } from '../texts/ownTexts.ts'
import { withTexts } from '../texts/table.ts'
import { enclosingNode, isNode, memberOf, valueOf } from './nodes.ts'

/** The node that was cut or copied last, as it was written, and the document that it is from. */
let clipboard: { source: string; file: string; text: string } | null = null
export const hasClipboard = (): boolean => clipboard !== null

const textOf = (workspace: Workspace): { file: string; text: string } | null => {
  const { open, files } = workspace.get()
  const text = open === null ? undefined : files[open]
  return open === null || text === undefined ? null : { file: open, text }
}

function change(
  workspace: Workspace,
  label: string,
  edit: (text: string) => { text: string; place: Place } | null,
): void {
  const current = textOf(workspace)
  const next = current && edit(current.text)
  if (!current || !next) return
  workspace.edit(label, { [current.file]: next.text })
  workspace.set({ selected: next.place })
}

/** A list of nodes, and the index that a new one gets in it. */
export interface InsertionPoint {
  list: Place
  index: number
}

const endOf = (text: string, list: Place): InsertionPoint => ({
  list,
  index: nodeAt(parse(text), list)?.children?.length ?? 0,
})

/** Where a node is put beside the selected one: after it, or at the end of the body. */
function insertionPoint(text: string, selected: Place): InsertionPoint {
  const item = itemOf(selected)
  return item ? { list: item.list, index: item.index + 1 } : endOf(text, 'body')
}

export const commands = {
  /** Deletes a node, and the texts that were made for it alone. */
  remove(workspace: Workspace, place: Place): void {
    const current = textOf(workspace)
    const item = itemOf(place)
    if (!current || !item) return
    const { files, published } = workspace.get()
    const next = removeAt(current.text, place)
    const root = parse(next)
    const sibling = [place, `${item.list}/${item.index - 1}`].find((item) => isNode(nodeAt(root, item)))
    // The texts of the clipboard are kept, so that a paste has them.
    const kept = clipboard?.source ?? ''
    const texts = withoutOwnTexts(
      valueOf(nodeAt(parse(current.text), place)),
      { ...files, [current.file]: next },
      published,
      kept,
    )
    workspace.edit('Delete the node', { [current.file]: next, ...texts })
    workspace.set({ selected: sibling ?? enclosingNode(next, item.list) })
  },

  duplicate: (workspace: Workspace, place: Place): void =>
    change(workspace, 'Duplicate the node', (text) => duplicate(text, place)),

  wrap: (workspace: Workspace, place: Place, widget: string): void =>
    change(workspace, `Wrap in ${widget}`, (text) => {
      const next = wrap(text, place, widget)
      return next === null ? null : { text: next, place }
    }),

  move: (workspace: Workspace, from: Place, list: Place, index: number): void =>
    change(workspace, 'Move the node', (text) => moveItem(text, from, list, index)),

  /** Moves a node among its siblings: -1 up, 1 down. */
  shift(workspace: Workspace, place: Place, by: -1 | 1): void {
    const item = itemOf(place)
    if (!item || (by === -1 && item.index === 0)) return
    const text = textOf(workspace)?.text
    const count = text === undefined ? 0 : (nodeAt(parse(text), item.list)?.children?.length ?? 0)
    if (by === 1 && item.index >= count - 1) return
    commands.move(workspace, place, item.list, by === 1 ? item.index + 2 : item.index - 1)
  },

  copy(workspace: Workspace, place: Place): void {
    const current = textOf(workspace)
    const source = current && itemOf(place) ? sourceAt(current.text, place) : undefined
    if (current && source !== undefined) clipboard = { source, ...current }
  },

  cut(workspace: Workspace, place: Place): void {
    commands.copy(workspace, place)
    commands.remove(workspace, place)
  },

  paste(workspace: Workspace): void {
    const copied = clipboard
    const current = textOf(workspace)
    if (!copied || !current) return
    commands.insert(workspace, copied.source, 'Paste the node', (text) => {
      if (copied.file === current.file) return text
      const brought = copyDependencies(copied.source, copied.text, text, callsOf(workspace.get().published))
      if (brought.words.length > 0)
        workspace.notify(`Brought along from ${copied.file}: ${brought.words.join(', ')}. Undo takes it back too.`)
      return brought.text
    })
  },

  /**
   * Inserts a node, as its source text, at a position, else after the selected node; `prepare` changes the rest of the
   * screen with it.
   */
  insert: (
    workspace: Workspace,
    source: string,
    label: string,
    prepare: (text: string) => string = (text) => text,
    { at, changes = {} }: { at?: InsertionPoint | undefined; changes?: Readonly<Record<string, string>> } = {},
  ): void => {
    const current = textOf(workspace)
    if (!current) return
    const point = at ?? insertionPoint(current.text, workspace.get().selected)
    // The members around the nodes do not change the paths of the nodes.
    const text = insertSource(prepare(current.text), point.list, point.index, source)
    workspace.edit(label, { [current.file]: text, ...changes })
    workspace.set({ selected: `${point.list}/${point.index}` })
  },
}

/** A node that is added with words to begin with, so that it is seen at once: the texts that its widget requires. */
export function withStartWords(
  source: string,
  widget: WidgetInfo | undefined,
  group: string,
  files: Readonly<Record<string, string>>,
): { source: string; changes: Readonly<Record<string, string>> } {
  let text = source
  let changes: Readonly<Record<string, string>> = {}
  for (const name of widget?.props.required ?? []) {
    const schema = widget?.props.properties?.[name]
    const isWords = schema?.format === 'text'
    const isList = schema?.items?.format === 'text'
    if (!isWords && !isList) continue
    const all = { ...files, ...changes }
    const key = keyFor(START_WORDS, group, localesOf(all))
    changes = { ...changes, ...withTexts(all, key, { en: START_WORDS }) }
    text = setValue(text, `props/${name}`, isList ? [key] : key)
  }
  return { source: text, changes }
}

/** Position at which a node can be inserted, with its label. */
export interface PlaceChoice {
  at: InsertionPoint
  label: string
  /** Offered first. */
  isUsual: boolean
}

/**
 * Positions at which a node can be inserted with a node selected: after it, after the row that it is in, or in one of
 * its slots.
 */
export function placesFor(text: string, selected: Place, widgets: ReadonlyMap<string, WidgetInfo>): PlaceChoice[] {
  const name = widgetAt(text, selected)
  const widget = name === undefined ? undefined : widgets.get(name)
  const inside = Object.entries(widget?.slots ?? {}).map(([slot, { description = '' }]) => ({
    at: endOf(text, slot === 'children' ? `${selected}/children` : `${selected}/slots/${slot}`),
    label: slot === 'children' ? `inside ${widget?.name ?? ''}` : `in its ${slot}: ${description}`,
    isUsual: slot === 'children' && (widget?.props.required ?? []).length === 0,
  }))
  const row = rowAround(text, selected)
  const after = {
    at: insertionPoint(text, selected),
    label: selected === '' ? 'at the end of the screen' : row === undefined ? 'after it' : 'after it, in the same row',
    isUsual: false,
  }
  const below =
    row === undefined ? [] : [{ at: insertionPoint(text, row), label: 'below the row that it is in', isUsual: true }]
  return [...below, after, ...inside]
}

function widgetAt(text: string, place: Place): string | undefined {
  const name = place === '' ? undefined : valueOf(memberOf(nodeAt(parse(text), place), 'widget'))
  return typeof name === 'string' ? name : undefined
}

/** The row whose child a node is; what is added to it makes all of its children narrower. */
function rowAround(text: string, place: Place): Place | undefined {
  const row = /^(.+)\/children\/\d+$/.exec(place)?.[1]
  return row !== undefined && widgetAt(text, row) === 'Row' ? row : undefined
}
