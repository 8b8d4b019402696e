import { useState, type FormEvent, type ReactNode } from 'react'
import { textFor } from '../make/words.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { Actions, Button, Dialog, ErrorText, Field } from '../ui/ui.tsx'
import { NewScreen } from './NewScreen.tsx'
import { pathOf, refusalOf, templateOf, type NewKind } from './newFile.ts'

const KINDS: readonly { kind: NewKind; label: string }[] = [
  { kind: 'screen', label: 'Screen' },
  { kind: 'part', label: 'Part: a piece that several screens use' },
  { kind: 'form', label: 'Form' },
]

/** Makes a screen, a part or a form, and opens it. `copied`: the screen that a copy is made of. */
export function NewFile({
  copied = '',
  onClose: close,
  onCreated,
}: {
  copied?: string
  onClose: () => void
  onCreated?: () => void
}): ReactNode {
  const [kind, setKind] = useState<NewKind>('screen')
  const created = (): void => {
    close()
    onCreated?.()
  }
  return (
    <Dialog title={copied === '' ? 'New screen, part or form' : 'Duplicate the screen'} onClose={close}>
      {copied === '' && (
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
      {kind === 'screen' ? (
        <NewScreen copied={copied} onClose={close} onCreated={created} />
      ) : (
        <NewPiece key={kind} kind={kind} onClose={close} onCreated={created} />
      )}
    </Dialog>
  )
}

/** Makes a part or a form with the least that the compiler accepts. */
function NewPiece({
  kind,
  onClose,
  onCreated,
}: {
  kind: 'part' | 'form'
  onClose: () => void
  onCreated: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const [id, setId] = useState('')
  const [words, setWords] = useState('')
  const refusal = id === '' ? undefined : refusalOf(kind, id, files)
  const isReady = id !== '' && refusal === undefined && words.trim() !== ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    const path = pathOf(kind, id)
    const { key, changes } = textFor(words, id.split('/')[0] ?? id, { files, locales: localesOf(files) })
    workspace.edit(`Create ${path}`, { [path]: templateOf(kind, id, key), ...changes })
    workspace.openFile(path)
    onCreated()
  }

  return (
    <form onSubmit={submit}>
      <Field
        label={kind === 'form' ? 'Label of its first field' : 'Its first words'}
        hint="As users will read it; more is added later"
      >
        <input value={words} required onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Field label="Name" hint={kind === 'form' ? 'For example giftCard' : 'Folder and name, for example assets/gift'}>
        <input value={id} spellCheck={false} required onChange={({ target }) => setId(target.value.trim())} />
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
