import { useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { sourcesOf } from '../make/display.ts'
import {
  formCalls,
  listCalls,
  needsForm,
  needsList,
  screenFrom,
  TEMPLATES,
  type TemplateName,
} from '../make/templates.ts'
import { camelCase, freeName } from '../make/words.ts'
import type { CallInfo } from '../model/calls.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { setValue } from '../model/document.ts'
import { textFor } from '../texts/keys.ts'
import { Choose } from '../ui/Choose.tsx'
import { Actions, Button, ErrorText, Field, Hint } from '../ui/ui.tsx'
import css from './NewScreen.module.css'
import { copyOf, pathOf, refusalOf } from './newFile.ts'

type Start = TemplateName | 'copy'

/** Makes a screen from a template, or as a copy of another one; its text and its name come from the title. */
export function NewScreen({
  copied = '',
  onClose,
  onCreated,
}: {
  copied?: string
  onClose: () => void
  onCreated: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const entries = useWorkspaceState((state) => state.entries)
  const [start, setStart] = useState<Start>(copied === '' ? 'list' : 'copy')
  const [title, setTitle] = useState('')
  const [button, setButton] = useState('')
  const [heading, setHeading] = useState('')
  const [chosenFolder, setFolder] = useState('')
  const [chosenName, setName] = useState<string | null>(null)
  const [original, setOriginal] = useState(copied)
  const [list, setList] = useState<CallInfo | undefined>()
  const [send, setSend] = useState<CallInfo | undefined>()
  const [choosing, setChoosing] = useState<'list' | 'send' | 'copy' | null>(null)
  const sources = useMemo(() => sourcesOf(files, published), [files, published])
  const lists = useMemo(() => listCalls(sources.calls.values(), sources), [sources])
  const forms = useMemo(() => formCalls(sources.calls.values(), sources), [sources])

  const screens = entries.filter(({ kind }) => kind === 'screen')
  const folders = foldersOf(screens)
  const folder =
    chosenFolder !== ''
      ? chosenFolder
      : original.includes('/') && start === 'copy'
        ? original.slice(0, original.lastIndexOf('/'))
        : (folders[0] ?? 'pages')
  const proposed = freeName(
    camelCase(title) === '' ? 'screen' : camelCase(title),
    (name) => files[`screens/${folder}/${name}.json`] !== undefined,
  )
  const id = `${folder}/${chosenName ?? proposed}`
  const refusal = refusalOf('screen', id, files)
  const usesList = start !== 'copy' && needsList(start)
  const usesForm = start !== 'copy' && needsForm(start)
  const isReady =
    title.trim() !== '' &&
    refusal === undefined &&
    (!usesList || list !== undefined) &&
    (!usesForm || (send !== undefined && button.trim() !== '')) &&
    (!(usesForm && usesList) || heading.trim() !== '') &&
    (start !== 'copy' || original !== '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isReady) return
    const group = camelCase(folder.split('/')[0] ?? folder)
    const named = textFor(title, group, files)
    const withTitle = { ...files, ...named.changes }
    const pressed = usesForm ? textFor(button, send?.forms[0] ?? group, withTitle) : { key: named.key, changes: {} }
    const above =
      usesForm && usesList
        ? textFor(heading, group, { ...withTitle, ...pressed.changes })
        : { key: undefined, changes: {} }
    const path = pathOf('screen', id)
    const text =
      start === 'copy'
        ? setValue(copyOf(files[pathOf('screen', original)] ?? '{}', 'screen', id), 'title', named.key)
        : screenFrom(
            {
              template: start,
              id,
              title: named.key,
              button: pressed.key,
              ...(above.key !== undefined && { heading: above.key }),
              ...(list && { list }),
              ...(send && { send }),
            },
            sources,
          )
    workspace.edit(`Create ${path}`, { [path]: text, ...named.changes, ...pressed.changes, ...above.changes })
    workspace.openFile(path)
    onCreated()
  }

  return (
    <form className={css.form} onSubmit={submit}>
      <Field label="Title" hint="As users will read it">
        <input value={title} required onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <fieldset className={css.starts}>
        <legend>Begin with</legend>
        {[
          ...TEMPLATES,
          { name: 'copy' as const, title: 'A copy of another screen', about: 'Everything on it, to be changed.' },
        ].map(({ name, title: words, about }) => (
          <label key={name} className={css.start} htmlFor={`start ${name}`} data-chosen={start === name || undefined}>
            <input
              id={`start ${name}`}
              type="radio"
              name="start"
              aria-label={words}
              checked={start === name}
              onChange={() => setStart(name)}
            />
            <span>
              <strong>{words}</strong>
              <span className={css.about}>{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {usesForm && (
        <>
          <Asked words="What the form sends" chosen={send?.sentence} onPress={() => setChoosing('send')} />
          <Field label="Words on its button">
            <input value={button} required onChange={({ target }) => setButton(target.value)} />
          </Field>
        </>
      )}
      {usesList && (
        <Asked words="Which data the list shows" chosen={list?.sentence} onPress={() => setChoosing('list')} />
      )}
      {usesForm && usesList && (
        <Field label="Heading above the list">
          <input value={heading} required onChange={({ target }) => setHeading(target.value)} />
        </Field>
      )}
      {start === 'copy' && (
        <Asked
          words="Copy of"
          chosen={original === '' ? undefined : (screens.find((screen) => screen.id === original)?.title ?? original)}
          onPress={() => setChoosing('copy')}
        />
      )}
      <div className={css.place}>
        <Field label="Folder">
          <select value={folder} onChange={({ target }) => setFolder(target.value)}>
            {[...new Set([folder, ...folders])].map((folder) => (
              <option key={folder} value={folder}>
                {folder}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Name" hint="Letters and digits; users do not see it">
          <input
            value={chosenName ?? proposed}
            spellCheck={false}
            onChange={({ target }) => setName(target.value === '' ? null : target.value.trim())}
          />
        </Field>
      </div>
      {refusal !== undefined && <ErrorText>{refusal}</ErrorText>}
      <Hint>It opens with nothing leading to it: add a button that goes there on another screen when it is ready.</Hint>
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!isReady}>
          Create
        </Button>
      </Actions>
      {choosing === 'list' && (
        <Choose
          title="Which data the list shows"
          options={lists.map(({ name, sentence, description }) => ({ id: name, about: sentence, words: description }))}
          onClose={() => setChoosing(null)}
          onChoose={(name) => {
            setList(sources.calls.get(name))
            setChoosing(null)
          }}
        />
      )}
      {choosing === 'send' && (
        <Choose
          title="What the form sends"
          hint="Only what one form can send with all that is needed. Others are made from a copy of a screen that sends them."
          options={forms.map(({ name, sentence, description, effect }) => ({
            id: name,
            about: effect === 'money' ? `${sentence} (moves money: it asks before)` : sentence,
            words: description,
          }))}
          onClose={() => setChoosing(null)}
          onChoose={(name) => {
            setSend(sources.calls.get(name))
            setChoosing(null)
          }}
        />
      )}
      {choosing === 'copy' && (
        <Choose
          title="Copy of which screen"
          options={screens.map((screen) => ({ id: screen.id, about: screen.title }))}
          onClose={() => setChoosing(null)}
          onChoose={(name) => {
            setOriginal(name)
            setChoosing(null)
          }}
        />
      )}
    </form>
  )
}

function Asked({
  words,
  chosen,
  onPress,
}: {
  words: string
  chosen: string | undefined
  onPress: () => void
}): ReactNode {
  return (
    <div className={css.asked}>
      <span className={css.about}>{words}</span>
      <span>{chosen ?? 'Nothing is chosen yet.'}</span>
      <Button onClick={onPress} aria-label={`${words}: choose`}>
        Choose …
      </Button>
    </div>
  )
}

/** The folders of the screens, the one with the most screens first. */
function foldersOf(screens: readonly { id: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { id } of screens) {
    const folder = id.slice(0, Math.max(0, id.lastIndexOf('/')))
    if (folder !== '') counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([folder]) => folder)
}
