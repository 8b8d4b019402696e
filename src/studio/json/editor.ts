import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { forceLinting, linter, lintGutter, lintKeymap, type Diagnostic as Mark } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { applyFix } from '../model/fixes.ts'
import { EDITABLE } from '../../engine/language/editable.ts'
import { nameCommands, type NameCommand } from '../names/commands.ts'
import { lineStarts, nodeAt, parse, placeAt, type Place } from '../model/document.ts'
import { difference, moved, sliceOf, type Slice } from './slice.ts'
import { enclosingNode } from '../outline/nodes.ts'
import { describeError, type Workspace } from '../model/workspace.ts'
import { complete, describe, typeInWords } from './completion.ts'
import { highlighting, theme } from './theme.ts'

/** Marks a change that comes from the workspace. */
const fromWorkspace = Annotation.define<boolean>()

export interface Editor {
  /** Runs a command of the name at the cursor. */
  run(command: NameCommand): void
  close(): void
}

interface EditorOptions {
  /** The value that is edited; the whole file, if it is missing. */
  place?: Place
  /** Gets the expression at the cursor with its type; "" outside of expressions. */
  onType?: (typed: string) => void
}

/** How long the cursor rests before the type there is asked for, in milliseconds. */
const REST = 150

/**
 * An editor of a file, or of the value at a path in it, in a shadow root, where its style sheets need no permission of
 * the page's policy.
 */
export function createEditor(
  host: HTMLElement,
  workspace: Workspace,
  file: string,
  { place, onType }: EditorOptions = {},
): Editor {
  let text = workspace.get().files[file] ?? ''
  let slice = sliceOf(text, place)
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  const container = document.createElement('div')
  container.style.height = '100%'
  root.append(container)

  let resting: ReturnType<typeof setTimeout> | undefined
  const tellType = async (): Promise<void> => {
    const asked = resting
    try {
      const typed = await typeInWords(workspace, file, slice.start + view.state.selection.main.head)
      if (asked === resting) onType?.(typed)
    } catch (error) {
      workspace.notify(describeError(error), 'error')
    }
  }
  const runAt = (command: NameCommand): true => {
    void nameCommands[command](workspace, file, slice.start + view.state.selection.main.head)
    return true
  }
  const view: EditorView = new EditorView({
    root,
    parent: container,
    state: EditorState.create({
      doc: text.slice(slice.start, slice.end),
      extensions: [
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        foldGutter(),
        codeFolding(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        search({ top: true }),
        json(),
        autocompletion({
          override: [(context) => (place === undefined ? complete(context, workspace, file) : null)],
          icons: false,
        }),
        hoverTooltip((_view, offset) => describe(workspace, file, offset, slice.start)),
        linter(() => marksOf(workspace, file, slice), { delay: 100, needsRefresh: () => true }),
        lintGutter(),
        EditorView.contentAttributes.of({
          'aria-label': place === undefined ? `JSON of ${file}` : `${place} of ${file}`,
          tabindex: '0',
        }),
        EditorState.readOnly.of(!EDITABLE.test(file)),
        EditorState.tabSize.of(2),
        keymap.of([
          { key: 'Mod-z', run: () => (workspace.undo(), true) },
          { key: 'Mod-Shift-z', run: () => (workspace.redo(), true) },
          { key: 'Mod-y', run: () => (workspace.redo(), true) },
          { key: 'F12', run: () => runAt('definition') },
          { key: 'Shift-F12', run: () => runAt('uses') },
          { key: 'F2', run: () => runAt('rename') },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...completionKeymap,
          // Tab leaves the editor: the properties behind it are reached by keyboard too.
          ...lintKeymap,
        ]),
        theme,
        highlighting,
        EditorView.updateListener.of((update) => {
          const isOwn = !update.transactions.some((transaction) => transaction.annotation(fromWorkspace) === true)
          // The start of a long line that is pasted stays in sight.
          if (update.transactions.some((transaction) => transaction.isUserEvent('input.paste')))
            requestAnimationFrame(() => (update.view.scrollDOM.scrollLeft = 0))
          if (update.docChanged && isOwn) {
            const written = update.state.doc.toString()
            text = text.slice(0, slice.start) + written + text.slice(slice.end)
            slice = { start: slice.start, end: slice.start + written.length }
            workspace.edit('Edit the JSON', { [file]: text }, `json ${file}`)
          }
          if (onType && (update.selectionSet || update.docChanged)) {
            clearTimeout(resting)
            resting = setTimeout(() => void tellType(), REST)
          }
          if (update.selectionSet && isOwn && update.view.hasFocus && place === undefined) {
            const selected = enclosingNode(text, placeAt(text, update.state.selection.main.head))
            if (selected !== workspace.get().selected) workspace.set({ selected })
          }
        }),
      ],
    }),
  })

  let { diagnostics, selected } = workspace.get()
  const reveal = (): void => {
    const node = place === undefined ? nodeAt(parse(text), workspace.get().selected) : undefined
    if (!node || workspace.get().selected === '') return
    view.dispatch({
      selection: { anchor: node.offset },
      effects: EditorView.scrollIntoView(node.offset, { y: 'center' }),
      annotations: fromWorkspace.of(true),
    })
  }
  const revealRange = (): void => {
    const { reveal: range } = workspace.get()
    if (range?.file !== file || range.end < slice.start || range.start > slice.end) return
    const limit = (offset: number): number => Math.min(Math.max(offset - slice.start, 0), view.state.doc.length)
    view.dispatch({
      selection: { anchor: limit(range.start), head: limit(range.end) },
      effects: EditorView.scrollIntoView(limit(range.start), { y: 'center' }),
    })
    view.focus()
    workspace.set({ reveal: null })
  }
  const stop = workspace.watch(() => {
    const state = workspace.get()
    const next = state.files[file]
    if (next !== undefined && next !== text) {
      slice = place === undefined ? sliceOf(next, place) : moved(slice, difference(text, next))
      text = next
      const shown = view.state.doc.toString()
      const wanted = text.slice(slice.start, slice.end)
      if (shown !== wanted) view.dispatch({ changes: difference(shown, wanted), annotations: fromWorkspace.of(true) })
    }
    if (state.diagnostics !== diagnostics) {
      diagnostics = state.diagnostics
      forceLinting(view)
    }
    if (state.selected !== selected) {
      selected = state.selected
      if (!view.hasFocus) reveal()
    }
    if (state.reveal !== null) revealRange()
  })
  reveal()
  revealRange()
  return {
    run: (command) => runAt(command),
    close() {
      stop()
      clearTimeout(resting)
      resting = undefined
      view.destroy()
    },
  }
}

/** The problems of a file that begin in a slice of it. */
function marksOf(workspace: Workspace, file: string, { start, end }: Slice): Mark[] {
  const { diagnostics, files } = workspace.get()
  const starts = lineStarts(files[file] ?? '')
  // The line starts have one more entry after the last line.
  const offset = (line: number, column: number): number =>
    Math.min(end, (starts[Math.min(line, starts.length - 1) - 1] ?? 0) + column - 1) - start
  return diagnostics
    .filter(
      (diagnostic) =>
        diagnostic.file === file &&
        offset(diagnostic.line, diagnostic.column) >= 0 &&
        offset(diagnostic.line, diagnostic.column) < end - start,
    )
    .map((diagnostic): Mark => {
      const { fix } = diagnostic
      const from = offset(diagnostic.line, diagnostic.column)
      return {
        from,
        to: Math.max(from, offset(diagnostic.endLine, diagnostic.endColumn)),
        severity: diagnostic.severity === 'lint' ? 'hint' : diagnostic.severity,
        source: diagnostic.rule,
        message:
          diagnostic.suggestion === undefined ? diagnostic.message : `${diagnostic.message} ${diagnostic.suggestion}`,
        ...(fix && { actions: [{ name: fix.title, apply: () => applyFix(workspace, file, fix) }] }),
      }
    })
}
