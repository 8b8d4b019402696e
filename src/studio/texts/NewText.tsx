import { useState, type FormEvent, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { byLanguage } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { Actions, Button, Dialog, ErrorText, Field } from '../ui/ui.tsx'
import { groupOf, isKey, keyFor } from './keys.ts'
import { LanguageFields } from './LanguageFields.tsx'
import css from './LanguageFields.module.css'
import { suggestionsFor } from './suggestions.ts'
import { withTexts } from './table.ts'

/** Creates a text: the English words, and the other languages at once or later. Its key is made of the words. */
export function NewText({
  initial = '',
  onClose,
  onCreated,
}: {
  /** The words, or a key. */
  initial?: string
  onClose: () => void
  onCreated: (key: string) => void
}): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const group = useWorkspaceState((state) => groupOf(state.open, state.entries))
  const [own, setOwn] = useState(isKey(initial) ? initial : null)
  const [words, setWords] = useState<Readonly<Record<string, string>>>({ en: isKey(initial) ? '' : initial })
  const [error, setError] = useState('')
  const languages = byLanguage(Object.keys(locales))
  const english = (words.en ?? '').trim()
  const key = own ?? (english === '' ? '' : keyFor(english, group, locales))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isKey(key)) return setError('The key has a group and a name: news.warning')
    if (locales.en?.[key] !== undefined) return setError(`There is a text ${key} already.`)
    workspace.edit(`Create the text “${english}”`, withTexts(workspace.get().files, key, words))
    onCreated(key)
    onClose()
  }

  return (
    <Dialog title="New text" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <LanguageFields languages={['en']} words={words} onChange={(changed) => setWords({ ...words, ...changed })} />
        <details className={css.fold}>
          <summary>The other languages: now, or later (before it is published)</summary>
          <LanguageFields
            languages={languages.filter((language) => language !== 'en')}
            words={words}
            suggestions={suggestionsFor(key, english, locales)}
            onChange={(changed) => setWords({ ...words, ...changed })}
          />
        </details>
        <details className={css.fold} open={error !== '' || undefined}>
          <summary>
            Its name in the code: <code>{key === '' ? 'made of the words' : key}</code>
          </summary>
          <Field label="Name in the code" hint="Group and name, for example news.warning">
            <input value={key} onChange={({ target }) => setOwn(target.value.trim())} spellCheck={false} />
          </Field>
        </details>
        {error !== '' && <ErrorText>{error}</ErrorText>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Create
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
