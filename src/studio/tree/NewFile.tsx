import { useId, useState, type ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { NewText } from '../texts/NewText.tsx'
import { Button, Field, FormDialog } from '../ui/ui.tsx'
import { copyOf as copyUnder, idOf, pathOf, refusalOf, templateOf, type NewKind } from './newFile.ts'

const KINDS: readonly { kind: NewKind; label: string }[] = [
  { kind: 'screen', label: 'Screen' },
  { kind: 'part', label: 'Part: a piece that several screens use' },
  { kind: 'form', label: 'Form' },
]

/** Makes a screen, a part or a form with the least that the compiler accepts, or a copy of one, and opens it. */
export function NewFile({
  copyOf,
  onClose,
  onCreated,
}: {
  copyOf?: Entry
  onClose: () => void
  onCreated?: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const english = useWorkspaceState((state) => state.locales.en) ?? {}
  const files = useWorkspaceState((state) => state.files)
  const [chosenKind, setKind] = useState<NewKind>('screen')
  const kind = copyOf && copyOf.kind !== 'texts' ? copyOf.kind : chosenKind
  const [words, setWords] = useState(copyOf ? `${copyOf.id}Copy` : '')
  const [title, setTitle] = useState('')
  const [making, setMaking] = useState(false)
  const list = useId()
  const id = idOf(words)
  const refusal = id === '' ? undefined : refusalOf(kind, id, files)
  const isText = english[title] !== undefined
  const isReady = id !== '' && refusal === undefined && (isText || copyOf !== undefined)

  function submit(): void {
    if (!isReady) return
    const path = pathOf(kind, id)
    const source = copyOf ? copyUnder(files[copyOf.file] ?? '{}', kind, id) : templateOf(kind, id, title)
    workspace.edit(copyOf ? `Duplicate ${copyOf.file}` : `Create ${path}`, { [path]: source })
    workspace.openFile(path)
    onCreated?.()
    onClose()
  }

  if (making) return <NewText initial={title} onClose={() => setMaking(false)} onCreated={setTitle} />
  return (
    <FormDialog
      title={copyOf ? `Duplicate ${copyOf.id}` : 'New screen, part or form'}
      submitLabel="Create"
      error={refusal}
      disabled={!isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      {!copyOf && (
        <Field label="Kind">
          <select value={kind} onChange={({ target }) => setKind(target.value as NewKind)}>
            {KINDS.map(({ kind: one, label }) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field
        label="Name"
        hint={id === '' || id === words ? 'For example assets/gifts, or two words' : `Its file is ${pathOf(kind, id)}`}
      >
        <input value={words} spellCheck={false} required onChange={({ target }) => setWords(target.value)} />
      </Field>
      {!copyOf && (
        <>
          <Field label={kind === 'form' ? 'Label of its first field' : 'Title'} hint="Words, or the key of a text">
            <input
              list={list}
              value={title}
              spellCheck={false}
              required
              onChange={({ target }) => setTitle(target.value)}
            />
          </Field>
          <datalist id={list}>
            {Object.entries(english).map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </datalist>
          {isText && <p>“{english[title]}”</p>}
          {title !== '' && !isText && <Button onClick={() => setMaking(true)}>Create the text “{title}”</Button>}
        </>
      )}
    </FormDialog>
  )
}
