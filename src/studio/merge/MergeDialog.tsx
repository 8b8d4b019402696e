import { history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { highlighting, theme } from '../json/theme.ts'
import { mergeTexts } from './merge.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import { mergeOf, type MergeDraft } from '../model/saving/mergeDraft.ts'
import { Actions, Button, Dialog, Hint } from '../ui/ui.tsx'
import css from '../changes/ChangesView.module.css'
import { Choices } from './Choices.tsx'
import { diffTheme } from '../changes/diffTheme.ts'

interface Props {
  path: string
  /** Common base of both versions; null: it is not known. */
  base: string | null
  /** Null: the file is deleted. */
  mine: string | null
  theirs: string | null
  /** Whose text is on the left. */
  who: string
  /** When it was changed there. */
  when?: string | undefined
  /** Gets the text that stays; null: the file is deleted. */
  onMerged: (text: string | null) => void
  /** Leaves both versions as they are. */
  onClose: () => void
}

/**
 * Two versions of a file: one of the changes at the same path is chosen, the rest is joined. The code can be merged
 * too. Choices and edits stay until they are saved or discarded, also while the dialog is closed.
 */
export function MergeDialog({ path, base, mine, theirs, who, when, onMerged, onClose }: Props): ReactNode {
  const workspace = useWorkspace()
  const changeSet = useWorkspaceState((state) => state.changeSet?.id ?? null)
  const draft = useWorkspaceState((state) => state.mergeDrafts[path])
  const merged = useMemo(() => mergeTexts(base, mine, theirs), [base, mine, theirs])
  const { choices: made, edited, isOlder } = mergeOf({ base, mine, theirs }, changeSet, draft)
  const choices = (merged?.clashes ?? []).map((_, index) => made[index] ?? 'mine')
  const [wantsCode, setWantsCode] = useState(edited !== null)
  const keep = useCallback(
    (part: Partial<Pick<MergeDraft, 'choices' | 'edited'>>): void => {
      const { changeSet: set, mergeDrafts } = workspace.get()
      const id = set?.id ?? null
      const { isOlder: _, ...before } = mergeOf({ base, mine, theirs }, id, mergeDrafts[path])
      const next = { changeSet: id, base, mine, theirs, ...before, ...part }
      workspace.set({ mergeDrafts: { ...mergeDrafts, [path]: next } })
    },
    [workspace, path, base, mine, theirs],
  )
  const keepEdited = useCallback((text: string | null) => keep({ edited: text }), [keep])
  function save(text: string | null): void {
    const { [path]: _saved, ...others } = workspace.get().mergeDrafts
    workspace.set({ mergeDrafts: others })
    onMerged(text)
  }
  const title = useWorkspaceState((state) => state.entries.find(({ file }) => file === path)?.title)
  const name = nameOf(path, title)
  const places = merged?.clashes.length ?? 0
  const chosen = wantsCode ? undefined : merged
  const staysDeleted = mine === null && edited === null
  return (
    <Dialog
      title={`${name}: your changes and those of ${who}`}
      wide={!chosen}
      isEdited={edited !== null}
      onClose={() => {
        keepEdited(null)
        onClose()
      }}
    >
      {chosen && base !== null ? (
        <>
          <Hint>
            {places === 0
              ? `${who} and you have changed different places of ${name}: the changes of both stay.`
              : `${who} and you have changed the same ${places === 1 ? 'place' : 'places'} of ${name}. Choose what stays; all other changes of both stay.`}
          </Hint>
          {edited !== null && <Hint>What you have edited in the code is no part of this choice.</Hint>}
          <Choices
            {...{ path, base, who, when, choices, clashes: chosen.clashes }}
            onChoose={(index, choice) => keep({ choices: choices.with(index, choice) })}
          />
        </>
      ) : (
        <>
          <Hint>
            {theirs === null
              ? `${who} has deleted this file. Your version is on the right, and can be edited.`
              : mine === null
                ? `${who} has changed this file, which is deleted here. Their version is on the left.`
                : `${who} has changed this file too. Their version is on the left, yours on the right. The arrows take a change of theirs; the right side can be edited.`}
          </Hint>
          {isOlder && <Hint>The file has changed since you edited the right side: compare both sides again.</Hint>}
          <Sides
            key={JSON.stringify([mine, theirs, who])}
            edited={edited}
            mine={mine ?? ''}
            theirs={theirs ?? ''}
            who={who}
            onEdited={keepEdited}
          />
        </>
      )}
      <Actions>
        {merged && (
          <Button onClick={() => setWantsCode(!wantsCode)}>{wantsCode ? 'Choose in words' : 'Merge the code'}</Button>
        )}
        <Button onClick={onClose}>Later</Button>
        {chosen ? (
          <Button look="primary" onClick={() => save(chosen.resolve(choices))}>
            Save the choice
          </Button>
        ) : (
          <>
            <Button onClick={() => save(theirs)}>{theirs === null ? 'Delete it too' : 'Take their version'}</Button>
            <Button look="primary" onClick={() => save(edited ?? mine)}>
              {staysDeleted ? 'Keep it deleted' : 'Save the right side'}
            </Button>
          </>
        )}
      </Actions>
    </Dialog>
  )
}

/** Both versions side by side: the right one is edited, and becomes the merged one. */
function Sides({
  mine,
  theirs,
  edited,
  who,
  onEdited,
}: {
  mine: string
  theirs: string
  /** The right side that the editor begins with; null: `mine`. */
  edited: string | null
  who: string
  /** Gets the right side where it differs from `mine`, else null. Stable: the editor is made again for another one. */
  onEdited: (text: string | null) => void
}): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const [first] = useState(edited ?? mine)
  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren()
    const extensions = [lineNumbers(), json(), theme, diffTheme, highlighting]
    const view = new MergeView({
      root,
      parent: root,
      a: {
        doc: theirs,
        extensions: [
          extensions,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': `Version of ${who}`, tabindex: '0' }),
        ],
      },
      b: {
        doc: first,
        extensions: [
          extensions,
          history(),
          keymap.of(historyKeymap),
          EditorView.contentAttributes.of({ 'aria-label': 'Your version', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            onEdited(text === mine ? null : text)
          }),
        ],
      },
      revertControls: 'a-to-b',
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    return () => view.destroy()
  }, [first, mine, theirs, who, onEdited])
  return <div ref={host} className={css.merge} />
}
