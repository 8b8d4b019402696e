import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { NewText } from '../texts/NewText.tsx'
import { Actions, Button, Dialog, ErrorText, Field } from '../ui/ui.tsx'
import { pathOf, refusalOf, templateOf, type NewKind } from './newFile.ts'

const KINDS: readonly { kind: NewKind; label: string }[] = [
  { kind: 'screen', label: 'Screen' },
  { kind: 'part', label: 'Part: a piece that several screens use' },
  { kind: 'form', label: 'Form' },
]

/** Makes a screen, a part or a form with the least that the compiler accepts, and opens it. */
export function NewFile({ onClose }: { onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const english = useWorkspaceState((state) => state.locales.en) ?? {}
  const files = useWorkspaceState((state) => state.files)
  const [kind, setKind] = useState<NewKind>('screen')
  const [id, setId] = useState('')
  const [title, setTitle] = useState('')
  const [making, setMaking] = useState(false)
  const list = useId()
  const refusal = id === '' ? undefined : refusalOf(kind, id, files)
  const isText = english[title] !== undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (id === '' || refusal !== undefined || !isText) return
    const path = pathOf(kind, id)
    workspace.edit(`Create ${path}`, { [path]: templateOf(kind, id, title) })
    if (kind === 'form') workspace.set({ view: 'forms', open: path, selected: '' })
    else workspace.openFile(path)
    onClose()
  }

  if (making) return <NewText initial={title} onClose={() => setMaking(false)} onCreated={setTitle} />
  return (
    <Dialog title="New screen, part or form" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Kind">
          <select value={kind} onChange={({ target }) => setKind(target.value as NewKind)}>
            {KINDS.map(({ kind: one, label }) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Name" hint="Folder and name, for example assets/gifts">
          <input value={id} spellCheck={false} required onChange={({ target }) => setId(target.value.trim())} />
        </Field>
        <Field label={kind === 'form' ? 'Label of its first field' : 'Title'} hint="The key of a text">
          <input
            list={list}
            value={title}
            spellCheck={false}
            required
            onChange={({ target }) => setTitle(target.value.trim())}
          />
        </Field>
        <datalist id={list}>
          {Object.entries(english).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </datalist>
        {isText && <p>“{english[title]}”</p>}
        {title !== '' && !isText && <Button onClick={() => setMaking(true)}>Create the text {title}</Button>}
        {refusal !== undefined && <ErrorText>{refusal}</ErrorText>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={id === '' || refusal !== undefined || !isText}>
            Create
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
