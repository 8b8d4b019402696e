import { useState, type FormEvent, type ReactNode } from 'react'
import { sourcesOf } from '../make/display.ts'
import { fieldChoices, formNode } from '../make/nodes.ts'
import { screenOf, setMember, withAccess } from '../make/queries.ts'
import { camelCase } from '../make/words.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { textFor } from '../texts/keys.ts'
import { Actions, Button, Dialog, Field, Hint } from '../ui/ui.tsx'
import { formFile } from '../../../codegen/compiler/service/index.ts'

/** Source of an added form, the changes of its screen, and its texts. */
export interface AddedForm {
  source: string
  /** Changes of the screen around the node. */
  prepare: (text: string) => string
  /** Texts that are made. */
  changes: Readonly<Record<string, string>>
}

/** Asks what a form needs before it is added, so that it begins without a problem. */
export function AddForm({
  file,
  onAdd,
  onClose,
}: {
  file: string
  onAdd: (form: AddedForm) => void
  onClose: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const published = useWorkspaceState((state) => state.published)
  const files = useWorkspaceState((state) => state.files)
  const [form, setForm] = useState('')
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const sources = sourcesOf(files, published)
  const forms = entries.filter(({ kind }) => kind === 'form')
  const senders = [...sources.calls.values()].filter((call) => call.forms.includes(form))
  const call = sources.calls.get(chosen ?? senders[0]?.name ?? '')
  const labels = Object.values(fieldsOf(files[formFile(form)])).flatMap(({ title }) =>
    typeof title === 'string' ? [sources.english[title] ?? title] : [],
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    const now = workspace.get().files
    const text = now[file]
    if (form === '' || words.trim() === '' || text === undefined) return
    const group = camelCase(file.split('/')[1]?.replace('.json', '') ?? 'form')
    const { key, changes } = textFor(words, group, now)
    const screen = screenOf(text)
    const choices = call ? (fieldChoices(form, call, screen, sources) ?? []) : []
    const node = formNode(form, call, key, screen, sources, choices)
    onAdd({
      source: JSON.stringify(node, null, 2),
      changes,
      prepare(current) {
        const used = [call, ...choices.map(({ query }) => sources.calls.get(query.call ?? ''))]
        const rules = used.flatMap((callInfo) =>
          callInfo ? [...(callInfo.auth ? ['login'] : []), ...callInfo.needs] : [],
        )
        let next = withAccess(current, [...new Set(rules)]).text
        for (const { name, query } of choices) next = setMember(next, 'queries', name, query)
        return next
      },
    })
  }

  return (
    <Dialog title="Add a form" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Which form">
          <select
            value={form}
            required
            onChange={({ target }) => {
              setForm(target.value)
              setChosen(null)
            }}
          >
            <option value="">Choose …</option>
            {forms.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </Field>
        {labels.length > 0 && <Hint>Its fields: {labels.join(', ')}</Hint>}
        <Field label="Words on its button">
          <input value={words} required onChange={({ target }) => setWords(target.value)} />
        </Field>
        {form !== '' && (
          <Field
            label="What is sent"
            hint={
              senders.length === 0
                ? 'The server takes no form of this name, so it can only be used on this screen: to show something else, for example.'
                : 'What the server takes this form for.'
            }
          >
            <select value={call?.name ?? ''} onChange={({ target }) => setChosen(target.value)}>
              {senders.map(({ name, sentence }) => (
                <option key={name} value={name}>
                  {sentence}
                </option>
              ))}
              <option value="">Nothing yet</option>
            </select>
          </Field>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={form === '' || words.trim() === ''}>
            Add
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function fieldsOf(text: string | undefined): Readonly<Record<string, { title?: unknown }>> {
  try {
    const { schema } = JSON.parse(text ?? '{}') as { schema?: { properties?: Record<string, { title?: unknown }> } }
    return schema?.properties ?? {}
  } catch {
    return {}
  }
}
