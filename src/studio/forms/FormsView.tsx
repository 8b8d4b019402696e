import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { SampledForm } from '../compiler/protocol.ts'
import { SliceEditor } from '../json/SliceEditor.tsx'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { setValue } from '../model/document.ts'
import { localesOf } from '../model/texts.ts'
import { IsolatedPreview } from '../preview/IsolatedPreview.tsx'
import { Problems } from '../problems/Problems.tsx'
import { nameOf, screensOf, searchForms } from '../tree/search.ts'
import { bareEntries } from '../compiler/entries.ts'
import { moveInList } from '../ui/listKeys.ts'
import { Badge, Button } from '../ui/ui.tsx'
import list from './FieldList.module.css'
import { FieldList } from './FieldList.tsx'
import css from './FormsView.module.css'
import { NewForm } from './NewForm.tsx'
import { RuleList } from './RuleList.tsx'
import { SampleFields } from './SampleFields.tsx'
import { SentBy } from './SentBy.tsx'
import { ServerSays } from './ServerSays.tsx'
import { FORM_FILE } from '../../../codegen/compiler/service/index.ts'

const SECTIONS = [
  { place: 'schema', label: 'JSON Schema', empty: {} },
  { place: 'uiSchema', label: 'UI schema', empty: {} },
  { place: 'rules', label: 'Rules between fields', empty: [] },
] as const

const NO_VALUES = {}

/** A form: its fields and rules, or their code, beside the live form, sample data and what the server says of them. */
export function FormsView(): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const open = useWorkspaceState((state) => state.open)
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const [isMaking, setMaking] = useState(false)
  const isForm = useWorkspaceState(
    ({ open: file, files }) => file !== null && FORM_FILE.test(file) && files[file] !== undefined,
  )
  const forms = useMemo(() => {
    const known = entries.filter(({ kind }) => kind === 'form')
    // A form that has just been made is open before the compiler has read it.
    const isNew = isForm && open !== null && known.every(({ file }) => file !== open)
    return isNew ? [...known, ...bareEntries([open])] : known
  }, [entries, isForm, open])
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const [query, setQuery] = useState('')
  const found = searchForms(forms, query, entries, english)
  const current = forms.find(({ file }) => file === open) ?? forms[0]
  // One row of the list is a stop of Tab; arrow keys move between the rows.
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const stop = [focused, open].find((item) => found.some(({ file }) => file === item)) ?? found[0]?.file
  const moveFocus = (event: KeyboardEvent<HTMLElement>): void =>
    moveInList(event, [...(list.current?.querySelectorAll('button') ?? [])])
  useEffect(() => {
    if (current && current.file !== open) workspace.set({ open: current.file, selected: '' })
  }, [workspace, current, open])
  return (
    <div className={css.view}>
      <aside className={css.side} aria-label="Forms" data-region="the forms">
        <div className={css.new}>
          <Button onClick={() => setMaking(true)}>
            <Plus size={14} aria-hidden /> New form
          </Button>
        </div>
        <input
          type="search"
          className={css.search}
          value={query}
          placeholder="Name, screen, text"
          aria-label="Search the forms"
          title="The arrow down goes to the list; arrows move in it"
          onKeyDown={moveFocus}
          onChange={({ target }) => setQuery(target.value)}
        />
        <ul ref={list}>
          {found.map((form) => {
            const { file, id } = form
            const screens = [...new Set(screensOf(form, entries).map(nameOf))].join(', ')
            return (
              <li key={file}>
                <button
                  type="button"
                  className={css.form}
                  aria-current={file === current?.file ? 'true' : undefined}
                  tabIndex={file === stop ? 0 : -1}
                  onFocus={() => setFocused(file)}
                  onKeyDown={moveFocus}
                  onClick={() => workspace.set({ open: file, selected: '' })}
                >
                  <span>{id}</span>
                  <Badge
                    count={diagnostics.filter((diagnostic) => diagnostic.file === file).length}
                    label="problems"
                    error
                  />
                  <span className={css.screens} title={screens}>
                    {screens}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
        {found.length === 0 && <p className={css.none}>No form matches.</p>}
      </aside>
      {isMaking && (
        <NewForm
          onClose={() => {
            setMaking(false)
            // The new form is seen in the list, which a search would hide.
            setQuery('')
          }}
        />
      )}
      {current && <FormEditor key={current.file} id={current.id} file={current.file} />}
    </div>
  )
}

function FormEditor({ id, file }: { id: string; file: string }): ReactNode {
  const workspace = useWorkspace()
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const present = useMemo(() => sectionsOf(text), [text])
  const [sample, setSample] = useState('{}')
  const values = useMemo(() => readObject(sample), [sample])
  const [lastValues, setLastValues] = useState<SampledForm['values']>(NO_VALUES)
  /** The values of the live form, which begins with those of the sample: until it is drawn, the sample is judged. */
  const [live, setLive] = useState<SampledForm['values'] | null>(null)
  if (values && values !== lastValues) {
    setLastValues(values)
    setLive(null)
  }
  const takeLive = useCallback((json: string) => setLive(readObject(json)), [])
  const sampled = useMemo((): SampledForm => ({ id, values: lastValues }), [id, lastValues])
  return (
    <>
      <main className={css.main} aria-label={`Form ${id}`} data-region="the fields">
        <div className={css.scroller}>
          <SentBy id={id} file={file} />
          {present === null ? (
            <p className={css.hint}>The form has a mistake in its code: mend it below, or undo.</p>
          ) : (
            <>
              <FieldList file={file} />
              <RuleList file={file} />
            </>
          )}
          <details className={list.fold} open={present === null || undefined}>
            <summary>Code</summary>
            <div className={css.code}>
              {SECTIONS.map(({ place, label, empty }) => (
                <section key={place} className={css.section} aria-label={label}>
                  <h2>{label}</h2>
                  {present === null || present.has(place) ? (
                    <SliceEditor file={file} place={place} />
                  ) : (
                    <Button onClick={() => workspace.edit(`Add ${label}`, { [file]: setValue(text, place, empty) })}>
                      Add: this form has none
                    </Button>
                  )}
                </section>
              ))}
            </div>
          </details>
        </div>
        <Problems only={file} />
      </main>
      <aside className={css.live} aria-label="Live form" data-region="the live form">
        <section className={css.sample} aria-label="Sample data">
          <h2>Sample data</h2>
          <SampleFields file={file} values={lastValues} onChange={(next) => setSample(JSON.stringify(next, null, 2))} />
          <details>
            <summary className={css.hint}>Code</summary>
            <textarea
              rows={5}
              aria-label="Sample data as JSON"
              aria-invalid={values === null}
              spellCheck={false}
              value={sample}
              onChange={({ target }) => setSample(target.value)}
            />
          </details>
          {values === null && <p className={css.hint}>This is no JSON object yet: the last one is shown.</p>}
        </section>
        <ServerSays
          id={id}
          values={live ?? lastValues}
          of={live ? 'what the live form below has now' : 'the sample data above'}
        />
        <IsolatedPreview isolated={sampled} title="The live form" onValues={takeLive} />
      </aside>
    </>
  )
}

/** The names of the members of a form; null for a text that is no JSON. */
function sectionsOf(text: string): ReadonlySet<string> | null {
  const value = readObject(text)
  return value && new Set(Object.keys(value))
}

function readObject(text: string): SampledForm['values'] | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as SampledForm['values'])
      : null
  } catch {
    return null
  }
}
