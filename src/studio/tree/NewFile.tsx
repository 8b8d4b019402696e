import { useState, type FormEvent, type ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { camelCase } from '../make/words.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { textFor } from '../texts/keys.ts'
import { Actions, Button, Dialog, ErrorText, Field } from '../ui/ui.tsx'
import { NewScreen } from './NewScreen.tsx'
import { copyOf as copyUnder, idOf, pathOf, refusalOf, templateOf, type NewKind } from './newFile.ts'

const KINDS: readonly { kind: NewKind; label: string }[] = [
  { kind: 'screen', label: 'Screen' },
  { kind: 'part', label: 'Part: a piece that several screens use' },
  { kind: 'form', label: 'Form' },
]

/** Makes a screen, a part or a form, or a copy of one, and opens it. */
export function NewFile({
  copyOf,
  onClose: close,
  onCreated,
}: {
  copyOf?: Entry
  onClose: () => void
  onCreated?: () => void
}): ReactNode {
  const [chosen, setKind] = useState<NewKind>('screen')
  const kind = copyOf && copyOf.kind !== 'texts' ? copyOf.kind : chosen
  const created = (): void => {
    close()
    onCreated?.()
  }
  return (
    <Dialog title={copyOf ? `Duplicate ${copyOf.id}` : 'New screen, part or form'} onClose={close}>
      {!copyOf && (
        <Field label="Kind">
          <select value={kind} onChange={({ target }) => setKind(target.value as NewKind)}>
            {KINDS.map(({ kind: option, label }) => (
              <option key={option} value={option}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      )}
      {kind === 'screen' ? (
        <NewScreen copied={copyOf?.id ?? ''} onClose={close} onCreated={created} />
      ) : (
        <NewPiece key={kind} kind={kind} original={copyOf} onClose={close} onCreated={created} />
      )}
    </Dialog>
  )
}

/** Makes a part or a form with the least that the compiler accepts, or a copy of one. */
function NewPiece({
  kind,
  original,
  onClose,
  onCreated,
}: {
  kind: 'part' | 'form'
  original: Entry | undefined
  onClose: () => void
  onCreated: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const [name, setName] = useState(original ? `${original.id}Copy` : '')
  const id = idOf(name)
  const [words, setWords] = useState('')
  const refusal = id === '' ? undefined : refusalOf(kind, id, files)
  const isReady = id !== '' && refusal === undefined && (original !== undefined || words.trim() !== '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    const path = pathOf(kind, id)
    if (original) {
      workspace.edit(`Duplicate ${original.file}`, { [path]: copyUnder(files[original.file] ?? '{}', kind, id) })
      workspace.openFile(path)
      return onCreated()
    }
    const { key, changes } = textFor(words, camelCase(id.split('/')[0] ?? id), files)
    workspace.edit(`Create ${path}`, { [path]: templateOf(kind, id, key), ...changes })
    if (kind === 'form') workspace.set({ view: 'forms', open: path, selected: '' })
    else workspace.openFile(path)
    onCreated()
  }

  return (
    <form onSubmit={submit}>
      {!original && (
        <Field
          label={kind === 'form' ? 'Label of its first field' : 'Its first words'}
          hint="As users will read it; more is added later"
        >
          <input value={words} required onChange={({ target }) => setWords(target.value)} />
        </Field>
      )}
      <Field label="Name" hint={kind === 'form' ? 'For example giftCard' : 'Folder and name, for example assets/gift'}>
        <input value={name} spellCheck={false} required onChange={({ target }) => setName(target.value)} />
      </Field>
      {refusal !== undefined && <ErrorText>{refusal}</ErrorText>}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!isReady}>
          Create
        </Button>
      </Actions>
    </form>
  )
}
