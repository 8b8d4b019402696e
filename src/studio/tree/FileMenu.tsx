import { MoreHorizontal } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { fixtureFile } from '../../../codegen/fixtures/fixture.ts'
import type { Entry, SymbolRef } from '../compiler/protocol.ts'
import { useWorkspace } from '../model/context.tsx'
import { describeError } from '../model/workspace.ts'
import { savedStatesWords } from '../savedStates/savedStatesWords.ts'
import { DeleteFile, deleteFile, type Affected } from './DeleteFile.tsx'
import { deletionOf } from './deletion.ts'
import { NewFile } from './NewFile.tsx'
import css from './Tree.module.css'

/** Symbol by which other files refer to a file. */
function symbolOf({ kind, id, route }: Entry): SymbolRef | null {
  if (kind === 'part' || kind === 'form') return { kind, name: id }
  return route === undefined || route === '' ? null : { kind: 'route', name: route }
}

/** The commands of a file of the catalogue. */
export function FileMenu({ entry, isStop }: { entry: Entry; /** Tab stops at it. */ isStop: boolean }): ReactNode {
  const workspace = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const [isCopying, setCopying] = useState(false)
  /** While the author is asked whether the file is deleted. */
  const [affected, setAffected] = useState<Affected | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const symbol = symbolOf(entry)
  useLayoutEffect(() => {
    const [box, at] = [menu.current, button.current?.getBoundingClientRect()]
    if (!isOpen || !box || !at) return
    // Within the window, although the list around it scrolls.
    box.style.insetBlockStart = `${Math.max(8, Math.min(at.bottom, innerHeight - box.offsetHeight - 8))}px`
    box.style.insetInlineStart = `${Math.max(8, at.right - box.offsetWidth)}px`
    box.querySelector('button')?.focus()
  }, [isOpen])
  const choose = (purpose: 'uses' | 'rename'): void => {
    setOpen(false)
    if (symbol) workspace.set({ named: { symbol, purpose } })
  }
  /** Deletes the file at once where no other file names it and nothing goes with it. */
  async function askDelete(): Promise<void> {
    try {
      const uses = symbol ? await workspace.compiler.uses(symbol) : []
      const users = [...new Set(uses.map(({ file }) => file))].filter((file) => file !== entry.file)
      const texts = await workspace.compiler.textsOnlyIn(entry.file)
      const { with: owned } = deletionOf(entry, texts, workspace.get().files)
      if (users.length === 0 && owned.length === 0) deleteFile(workspace, entry, texts)
      else setAffected({ users, texts })
    } catch (error) {
      workspace.notify(describeError(error), 'error')
    }
  }
  /** Looking at them changes nothing: they are chosen, saved and edited above the preview of the screen. */
  const showSavedStates = (): void => {
    workspace.openFile(entry.file)
    workspace.notify(savedStatesWords(workspace.get().files[fixtureFile(entry.id)]))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.more}
        tabIndex={isStop || isOpen ? 0 : -1}
        aria-label={`Commands of ${entry.id}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreHorizontal size={14} aria-hidden />
      </button>
      {isOpen && (
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={`Commands of ${entry.id}`}
          className={css.menu}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setOpen(false)
          }}
        >
          {symbol && (
            <button type="button" role="menuitem" onClick={() => choose('uses')}>
              Find uses
            </button>
          )}
          {entry.kind === 'screen' && (
            <button
              type="button"
              role="menuitem"
              onClick={() => {
                setOpen(false)
                showSavedStates()
              }}
            >
              Saved states
            </button>
          )}
          <button
            type="button"
            role="menuitem"
            onClick={() => {
              setOpen(false)
              workspace.set({ historyOf: entry.file })
            }}
          >
            Who changed it
          </button>
          {entry.kind !== 'texts' && (
            <button
              type="button"
              role="menuitem"
              onClick={() => {
                setOpen(false)
                setCopying(true)
              }}
            >
              Duplicate
            </button>
          )}
          {entry.kind !== 'texts' && (
            <button
              type="button"
              role="menuitem"
              onClick={() => {
                setOpen(false)
                void askDelete()
              }}
            >
              Delete
            </button>
          )}
          {symbol?.kind === 'part' && (
            <button type="button" role="menuitem" onClick={() => choose('rename')}>
              Rename everywhere
            </button>
          )}
        </div>
      )}
      {affected && <DeleteFile entry={entry} affected={affected} onClose={() => setAffected(null)} />}
      {isCopying && <NewFile copyOf={entry} onClose={() => setCopying(false)} />}
    </>
  )
}
