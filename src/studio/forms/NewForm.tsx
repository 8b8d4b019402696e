import { useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf, type Locales } from '../model/texts.ts'
import { keyFor } from '../texts/keys.ts'
import { withTexts } from '../texts/table.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import { fieldFor, sendingCalls, type SendingCall } from './calls.ts'
import { addField, fieldName } from './fields.ts'
import css from './FieldList.module.css'
import links from '../texts/LanguageFields.module.css'
import { formFile } from '../../../codegen/compiler/service/index.ts'

const EMPTY = { schema: { type: 'object', properties: {} }, uiSchema: {}, rules: [] }

/** Makes a form: an empty one, or one with the fields of the call that is to send it. */
export function NewForm({ onClose }: { onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const published = useWorkspaceState((state) => state.published)
  const files = useWorkspaceState((state) => state.files)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const calls = useMemo(() => sendingCalls(published), [published])
  const call = calls.find((sendingCall) => sendingCall.name === chosen)
  const id = name.trim() === '' ? '' : fieldName(name, '')
  const path = formFile(id)
  const isTaken = id !== '' && files[path] !== undefined
  const own = call?.forms ?? []

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (id === '' || isTaken || own.length > 0) return
    const made = formOf(id, call, left, localesOf(files))
    workspace.edit(`Make the form ${id}`, {
      ...(Object.keys(made.words).length > 0 && wordsInto(files, made.words)),
      [path]: made.text,
    })
    show(path)
  }

  function show(file: string): void {
    workspace.set({ view: 'forms', open: file, selected: '' })
    onClose()
  }

  return (
    <Dialog title="New form" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <Field label="What it is for" hint={id === '' ? 'A few words: Transfer note' : `Its name in the code: ${id}`}>
          <input value={name} required onChange={({ target }) => setName(target.value)} />
        </Field>
        {isTaken && <ErrorText>There is a form {id} already.</ErrorText>}
        <Field label="What sends it">
          <select
            value={chosen}
            onChange={({ target }) => {
              setChosen(target.value)
              setLeft(new Set())
            }}
          >
            <option value="">Nothing yet: I add the fields myself</option>
            {calls.map(({ name: call, sentence, forms }) => (
              <option key={call} value={call}>
                {sentence === call ? call : `${sentence} (${call})`}
                {forms.length > 0 ? ' – has its own form' : ''}
              </option>
            ))}
          </select>
        </Field>
        {call && own.length > 0 && (
          <>
            <Hint>
              This call takes only {own.length === 1 ? 'the form' : 'the forms'} of its own: another form can never be
              sent by it. Open it, and change it:
            </Hint>
            <p className={links.line}>
              {own.map((form) => (
                <button key={form} type="button" className={links.link} onClick={() => show(formFile(form))}>
                  {form}
                </button>
              ))}
            </p>
          </>
        )}
        {call && own.length === 0 && (
          <fieldset className={css.answers}>
            <legend className={css.label}>The fields that it takes</legend>
            <ul className={css.payload}>
              {Object.entries(call.fields).map(([field, given]) => (
                <li key={field}>
                  <input
                    type="checkbox"
                    id={`field-${field}`}
                    checked={!left.has(field)}
                    onChange={({ target }) => {
                      const next = new Set(left)
                      if (target.checked) next.delete(field)
                      else next.add(field)
                      setLeft(next)
                    }}
                  />
                  <label htmlFor={`field-${field}`}>
                    {labelOf(field)}{' '}
                    <span className={css.label}>
                      {[
                        call.required.includes(field) ? 'needed' : 'may stay empty',
                        fieldFor(field, given).isTyped ? '' : 'given by the screen, not typed',
                      ]
                        .filter((item) => item !== '')
                        .join(', ')}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={id === '' || isTaken || own.length > 0}>
            Make the form
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** "takeProfit" is "Take profit". */
function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

/** The text of a form, and the labels that it needs. */
function formOf(
  id: string,
  call: SendingCall | undefined,
  left: ReadonlySet<string>,
  locales: Locales,
): { text: string; words: Record<string, string> } {
  let text = `${JSON.stringify(EMPTY, null, 2)}\n`
  const words: Record<string, string> = {}
  const used = new Set<string>()
  for (const [name, given] of Object.entries(call?.fields ?? {})) {
    if (left.has(name)) continue
    const known = [`field.${name}`, ...Object.keys(locales.en ?? {}).filter((key) => key.endsWith(`.${name}`))].find(
      (key) => locales.en?.[key] !== undefined && !used.has(locales.en[key]) && !locales.en[key].includes('{{'),
    )
    const title = known ?? keyFor(labelOf(name), id, locales)
    if (known === undefined) words[title] = labelOf(name)
    used.add(locales.en?.[title] ?? labelOf(name))
    const { schema, ui } = fieldFor(name, given)
    const { type, ...rest } = schema
    const ordered = type === undefined ? { title, ...rest } : { type, title, ...rest }
    text = addField(text, { name, schema: ordered, ui, isRequired: call?.required.includes(name) ?? false })
  }
  return { text, words }
}

function wordsInto(
  files: Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>>,
): Record<string, string> {
  let english: Record<string, string> = { ...files }
  for (const [key, text] of Object.entries(words)) english = { ...english, ...withTexts(english, key, { en: text }) }
  const path = 'locales/en.json'
  return { [path]: english[path] ?? '' }
}
