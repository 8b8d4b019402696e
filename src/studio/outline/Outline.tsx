import { ArrowDown, ArrowUp, BoxSelect, ClipboardPaste, Copy, Plus, Scissors, SquareStack, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { BrokenDocument } from '../BrokenDocument.tsx'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { itemOf, type Place } from '../model/document.ts'
import { isSound } from '../model/sound.ts'
import { localesOf } from '../model/texts.ts'
import { widgetsOf, type WidgetInfo } from '../model/vocabulary.ts'
import { IconButton } from '../ui/ui.tsx'
import { AddForm } from './AddForm.tsx'
import { groupOf } from '../texts/keys.ts'
import { commands, hasClipboard, placesFor, withStartWords, type InsertionPoint } from './commands.ts'
import { joinFacts, outlineOf, type OutlineRow } from './nodes.ts'
import css from './Outline.module.css'
import { Palette } from './Palette.tsx'

const isScreen = (file: string | null): boolean => file !== null && /^screens\/(?!shell)/.test(file)
/** Whether a file has nodes: a screen or a part. */
export const hasOutline = isScreen

/** The nodes of the open screen: select, drag, and edit by keyboard. */
export function Outline(): ReactNode {
  const workspace = useWorkspace()
  const open = useWorkspaceState((state) => state.open)
  const text = useWorkspaceState((state) => (state.open === null ? undefined : state.files[state.open]))
  // The words are there before the compiler is.
  const english = useWorkspaceState((state) => localesOf(state.files).en)
  const selected = useWorkspaceState((state) => state.selected)
  const published = useWorkspaceState((state) => state.published)
  const [form, setForm] = useState<{ at: InsertionPoint | undefined } | null>(null)
  const [palette, setPalette] = useState<'insert' | 'wrap' | null>(null)
  const isBroken = useMemo(() => isScreen(open) && text !== undefined && !isSound(text), [open, text])
  const rows = useMemo(
    () => (text !== undefined && isScreen(open) && !isBroken ? outlineOf(text, english) : []),
    [text, open, isBroken, english],
  )
  // The current row of a selection inside a node, or of one that no longer exists, is that of the node around it.
  const current = useMemo(() => rowAround(rows, selected), [rows, selected])
  const at = current ? rows.indexOf(current) : -1
  const isNodeSelected = current?.kind === 'node'
  const node = current?.place ?? ''

  /** An added node is inserted beside or in a node, also while one of its steps or properties is selected. */
  function selectNode(): void {
    if (selected !== node) workspace.set({ selected: node })
  }
  function paste(): void {
    selectNode()
    commands.paste(workspace)
  }
  function openPalette(purpose: 'insert' | 'wrap'): void {
    selectNode()
    setPalette(purpose)
  }

  // A list of problems that opens takes its height from the outline: the selected row stays in view.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!list.current) return undefined
    const observer = new ResizeObserver(() =>
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    )
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const ctrl = event.ctrlKey || event.metaKey
    const run = shortcut(event.key, { alt: event.altKey, ctrl })
    if (!run) return
    event.preventDefault()
    const next = moveTo(run, rows, at)
    if (next !== undefined) {
      if (next) workspace.set({ selected: next.place })
      return
    }
    if (run === 'paste') return paste()
    if (run === 'insert') return openPalette('insert')
    if (!isNodeSelected) return
    if (run === 'wrap') return openPalette('wrap')
    if (run === 'up' || run === 'down') commands.shift(workspace, node, run === 'up' ? -1 : 1)
    else if (isCommand(run)) commands[run](workspace, node)
  }

  return (
    <section className={css.outline} aria-label="Outline" data-region="the outline">
      <div className={css.head}>
        <h3>Outline</h3>
        <IconButton
          label="Add a widget"
          title="Add a widget (A)"
          aria-keyshortcuts="A"
          disabled={rows.length === 0 && !isScreen(open)}
          onClick={() => openPalette('insert')}
        >
          <Plus size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Move up (Alt+↑)"
          disabled={!isNodeSelected}
          onClick={() => commands.shift(workspace, node, -1)}
        >
          <ArrowUp size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Move down (Alt+↓)"
          disabled={!isNodeSelected}
          onClick={() => commands.shift(workspace, node, 1)}
        >
          <ArrowDown size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Duplicate (Ctrl+D)"
          disabled={!isNodeSelected}
          onClick={() => commands.duplicate(workspace, node)}
        >
          <SquareStack size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Wrap in another widget"
          title="Wrap in another widget (W)"
          aria-keyshortcuts="W"
          disabled={!isNodeSelected}
          onClick={() => openPalette('wrap')}
        >
          <BoxSelect size={15} aria-hidden />
        </IconButton>
        <IconButton label="Cut (Ctrl+X)" disabled={!isNodeSelected} onClick={() => commands.cut(workspace, node)}>
          <Scissors size={15} aria-hidden />
        </IconButton>
        <IconButton label="Copy (Ctrl+C)" disabled={!isNodeSelected} onClick={() => commands.copy(workspace, node)}>
          <Copy size={15} aria-hidden />
        </IconButton>
        <IconButton label="Paste (Ctrl+V)" disabled={!isScreen(open) || !hasClipboard()} onClick={paste}>
          <ClipboardPaste size={15} aria-hidden />
        </IconButton>
        <IconButton label="Delete (Delete)" disabled={!isNodeSelected} onClick={() => commands.remove(workspace, node)}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </div>
      <button
        type="button"
        className={css.root}
        disabled={!isScreen(open)}
        aria-pressed={selected === ''}
        onClick={() => workspace.set({ selected: '' })}
      >
        The screen itself <span className={css.detail}>title, who may see it, data</span>
      </button>
      <div
        ref={list}
        className={css.list}
        role="tree"
        data-region-start
        aria-label="Nodes of the screen"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <Row key={row.place} row={row} isSelected={row === current} isFirst={index === 0 && !current} />
        ))}
        {rows.length === 0 &&
          (open !== null && isBroken ? (
            <BrokenDocument file={open} />
          ) : (
            <p className={css.empty}>
              {isScreen(open) ? 'This screen has no nodes yet.' : 'Screens and parts have an outline.'}
            </p>
          ))}
      </div>
      {rows.length > 0 && <p className={css.tip}>Drag a row to move it, or press Alt+↑ and Alt+↓. A adds, W wraps.</p>}
      {palette && (
        <Palette
          purpose={palette}
          places={palette === 'insert' ? placesFor(text ?? '', node, widgetsOf(published)) : []}
          onClose={() => setPalette(null)}
          onChoose={(name, source, at) => {
            setPalette(null)
            if (palette === 'wrap') commands.wrap(workspace, node, name)
            else if (asksForm(widgetsOf(published).get(name))) setForm({ at })
            else {
              const { files, entries } = workspace.get()
              const begun = withStartWords(source, widgetsOf(published).get(name), groupOf(open, entries), files)
              commands.insert(workspace, begun.source, `Add ${name}`, undefined, {
                at,
                changes: begun.changes,
              })
            }
          }}
        />
      )}
      {form && open !== null && (
        <AddForm
          file={open}
          onClose={() => setForm(null)}
          onAdd={({ source, prepare, changes }) => {
            setForm(null)
            commands.insert(workspace, source, 'Add a form', prepare, {
              at: form.at,
              changes,
            })
          }}
        />
      )}
    </section>
  )
}

/** A widget that shows a form cannot begin without one. */
const asksForm = (widget: WidgetInfo | undefined): boolean =>
  (widget?.props.required ?? []).some((name) => widget?.props.properties?.[name]?.format === 'form')

/** The row with a path, else the one of the innermost node around it. */
function rowAround(rows: readonly OutlineRow[], place: Place): OutlineRow | undefined {
  if (place === '') return undefined
  let found: OutlineRow | undefined
  for (const row of rows)
    if (`${place}/`.startsWith(`${row.place}/`) && row.place.length >= (found?.place.length ?? 0)) found = row
  return found
}

/** Rows that a page key passes. */
const PAGE = 10
const MOVES = {
  next: (at: number) => at + 1,
  previous: (at: number) => Math.max(0, at - 1),
  first: () => 0,
  last: (_at: number, count: number) => count - 1,
  pageDown: (at: number, count: number) => Math.min(count - 1, at + PAGE),
  pageUp: (at: number) => Math.max(0, at - PAGE),
} as const

/** The row that a key moves to, null where there is none; undefined for other keys. */
function moveTo(run: Run, rows: readonly OutlineRow[], at: number): OutlineRow | null | undefined {
  const row = rows[at]
  if (run === 'parent') return (row && rows.slice(0, at).findLast(({ depth }) => depth < row.depth)) ?? null
  if (run === 'child') {
    const next = rows[at + 1]
    return row && next && next.depth > row.depth ? next : null
  }
  if (!isMove(run)) return undefined
  return rows[at === -1 && run !== 'last' ? 0 : MOVES[run](at, rows.length)] ?? null
}

const isMove = (run: Run): run is keyof typeof MOVES => run in MOVES

const COMMANDS = ['remove', 'duplicate', 'copy', 'cut'] as const
type Command = (typeof COMMANDS)[number]
const isCommand = (run: Run): run is Command => COMMANDS.some((command) => command === run)
type Run = keyof typeof MOVES | 'parent' | 'child' | 'up' | 'down' | 'paste' | 'insert' | 'wrap' | Command

function shortcut(key: string, { alt, ctrl }: { alt: boolean; ctrl: boolean }): Run | undefined {
  if (alt) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : undefined
  if (ctrl) return ({ d: 'duplicate', c: 'copy', x: 'cut', v: 'paste' } as const)[key.toLowerCase()]
  return (
    {
      ArrowDown: 'next',
      ArrowUp: 'previous',
      ArrowLeft: 'parent',
      ArrowRight: 'child',
      Home: 'first',
      End: 'last',
      PageUp: 'pageUp',
      PageDown: 'pageDown',
      a: 'insert',
      w: 'wrap',
      Delete: 'remove',
      Backspace: 'remove',
    } as const
  )[key]
}

interface Drop {
  where: 'before' | 'inside' | 'after'
}

function Row({ row, isSelected, isFirst }: { row: OutlineRow; isSelected: boolean; isFirst: boolean }): ReactNode {
  const workspace = useWorkspace()
  const ref = useRef<HTMLDivElement>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const [isDragged, setDragged] = useState(false)
  const { place, depth, kind, label, detail, isHidden } = row
  const when = joinFacts(row.each, row.condition)

  useEffect(() => {
    if (!isSelected || !ref.current) return
    ref.current.scrollIntoView({ block: 'nearest' })
    if (ref.current.parentElement?.contains(document.activeElement)) ref.current.focus({ preventScroll: true })
  }, [isSelected])

  useEffect(() => {
    const element = ref.current
    if (!element || kind !== 'node') return undefined
    return combine(
      draggable({
        element,
        getInitialData: () => ({ place }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          typeof source.data.place === 'string' && !`${place}/`.startsWith(`${source.data.place}/`),
        onDrag: ({ location }) => setDrop({ where: whereIn(element, location.current.input.clientY) }),
        onDragLeave: () => setDrop(null),
        onDrop({ source, location }) {
          setDrop(null)
          const from = String(source.data.place)
          const where = whereIn(element, location.current.input.clientY)
          const item = itemOf(place)
          if (where === 'inside' || !item) commands.move(workspace, from, `${place}/children`, 0)
          else commands.move(workspace, from, item.list, where === 'before' ? item.index : item.index + 1)
        },
      }),
    )
  }, [workspace, place, kind])

  return (
    <div
      ref={ref}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      tabIndex={isSelected || isFirst ? 0 : -1}
      className={css.row}
      data-kind={kind}
      data-hidden={isHidden || undefined}
      data-drop={drop?.where}
      data-dragged={isDragged || undefined}
      data-depth={Math.min(depth, 14)}
      onClick={() => workspace.set({ selected: place })}
      onKeyDown={() => undefined}
    >
      <span className={css.label}>{label}</span>
      <span className={css.detail}>{detail}</span>
      {when !== '' && (
        <span className={css.when} title={when}>
          {when}
        </span>
      )}
    </div>
  )
}

/** The upper and lower quarters are before and after the row; its middle is within the node. */
function whereIn(element: HTMLElement, y: number): Drop['where'] {
  const { top, height } = element.getBoundingClientRect()
  const part = (y - top) / height
  return part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside'
}
