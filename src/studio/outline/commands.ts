import {
  duplicate,
  insertSource,
  itemOf,
  moveItem,
  nodeAt,
  parse,
  removeAt,
  sourceAt,
  wrap,
  type Place,
} from '../model/document.ts'
import type { Workspace } from '../model/workspace.ts'
import { isNode } from './nodes.ts'

/** The node that was cut or copied last, as it was written. */
let clipboard: string | null = null
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

/** Where a node is put beside or in the selected one: after it, or at the end of the body. */
function insertionPoint(text: string, selected: Place): { list: Place; index: number } {
  const item = itemOf(selected)
  if (item) return { list: item.list, index: item.index + 1 }
  return { list: 'body', index: nodeAt(parse(text), 'body')?.children?.length ?? 0 }
}

export const commands = {
  remove: (workspace: Workspace, place: Place): void =>
    change(workspace, 'Delete the node', (text) => {
      const item = itemOf(place)
      if (!item) return null
      const next = removeAt(text, place)
      const root = parse(next)
      const sibling = [place, `${item.list}/${item.index - 1}`].find((one) => isNode(nodeAt(root, one)))
      return { text: next, place: sibling ?? '' }
    }),

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
    clipboard = (current && itemOf(place) && sourceAt(current.text, place)) ?? clipboard
  },

  cut(workspace: Workspace, place: Place): void {
    commands.copy(workspace, place)
    commands.remove(workspace, place)
  },

  paste(workspace: Workspace): void {
    if (clipboard !== null) commands.insert(workspace, clipboard, 'Paste the node')
  },

  /** Inserts a node, given as its source text, after the selected one. */
  insert: (workspace: Workspace, source: string, label: string): void =>
    change(workspace, label, (text) => {
      const { list, index } = insertionPoint(text, workspace.get().selected)
      return { text: insertSource(text, list, index, source), place: `${list}/${index}` }
    }),

  /** Inserts a node as the last one within another. */
  insertInside: (workspace: Workspace, place: Place, source: string): void =>
    change(workspace, 'Insert a node', (text) => {
      const list = `${place}/children`
      const index = nodeAt(parse(text), list)?.children?.length ?? 0
      return { text: insertSource(text, list, index, source), place: `${list}/${index}` }
    }),
}
