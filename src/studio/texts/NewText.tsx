import { useState, type ReactNode } from 'react'
import { isRtl } from '../../core/direction.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { languageName, localesOf } from '../model/texts.ts'
import { Field, FormDialog, Hint } from '../ui/ui.tsx'
import { isKey, keyOf } from './keys.ts'
import { withText } from './table.ts'

/** Creates a text in all languages at once. */
export function NewText({
  initial = '',
  onClose,
  onCreated,
}: {
  /** What the author has typed: a key, or the words in English. */
  initial?: string
  onClose: () => void
  onCreated: (key: string) => void
}): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const open = useWorkspaceState((state) => state.open)
  const [chosen, setChosen] = useState(isKey(initial) ? initial : null)
  const [words, setWords] = useState<Readonly<Record<string, string>>>(isKey(initial) ? {} : { en: initial })
  const [error, setError] = useState('')
  const others = Object.keys(locales).filter((language) => language !== 'en')
  const key = chosen ?? keyOf(words.en ?? '', open, (one) => locales.en?.[one] !== undefined)

  function submit(): void {
    if (!isKey(key)) return setError('A name has a group and a name of its own: withdraw.warning')
    if (locales.en?.[key] !== undefined) return setError(`There is a text ${key} already.`)
    const { files } = workspace.get()
    const changes: Record<string, string> = {}
    for (const language of ['en', ...others]) {
      const path = `locales/${language}.json`
      const text = words[language]?.trim() ?? ''
      const source = files[path]
      if (text !== '' && source !== undefined) changes[path] = withText(source, key, text)
    }
    workspace.edit(`Create the text ${key}`, changes)
    onCreated(key)
    onClose()
  }

  const field = (language: string): ReactNode => (
    <Field key={language} label={languageName(language)}>
      <input
        lang={language}
        dir={isRtl(language) ? 'rtl' : 'ltr'}
        required={language === 'en'}
        value={words[language] ?? ''}
        onChange={({ target }) => setWords({ ...words, [language]: target.value })}
      />
    </Field>
  )
  return (
    <FormDialog title="New text" submitLabel="Create" error={error} onSubmit={submit} onClose={onClose}>
      {field('en')}
      <Field label="Key" hint="Its name in screens: group and name, for example withdraw.warning">
        <input value={key} onChange={({ target }) => setChosen(target.value)} spellCheck={false} required />
      </Field>
      <Hint>
        The other languages may be filled later, in the table of texts. Until then they are missing, and the change
        cannot be published.
      </Hint>
      {others.map(field)}
    </FormDialog>
  )
}
