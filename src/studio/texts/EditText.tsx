import { useState, type FormEvent, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { byLanguage } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { Actions, Button, Dialog, Hint } from '../ui/ui.tsx'
import { deleteText } from './deleteText.ts'
import { LanguageFields } from './LanguageFields.tsx'
import css from './LanguageFields.module.css'
import { nameAfterWords } from './nameAfterWords.ts'
import { suggestionsFor } from './suggestions.ts'
import { baseKey, withTexts } from './table.ts'

/** The dialog of the text that is edited in all languages. */
export function EditText(): ReactNode {
  const key = useWorkspaceState((state) => state.editedText)
  return key === null ? null : <Languages key={key} textKey={key} />
}

function Languages({ textKey: key }: { textKey: string }): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const [words, setWords] = useState<Readonly<Record<string, string>>>({})
  const isUnused = useWorkspaceState((state) => state.entries.every(({ texts }) => !texts.includes(baseKey(key))))
  const languages = byLanguage(Object.keys(locales))
  const stored = Object.fromEntries(languages.map((language) => [language, locales[language]?.[key] ?? '']))
  const written = { ...stored, ...words }
  const close = (): void => workspace.set({ editedText: null })

  function remove(): void {
    deleteText(workspace, key)
    close()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const changed = Object.fromEntries(
      Object.entries(words).filter(([language, text]) => text.trim() !== (stored[language] ?? '').trim()),
    )
    workspace.asOneStep(() => {
      workspace.edit(
        `Write “${words.en ?? stored.en ?? key}” in its languages`,
        withTexts(workspace.get().files, key, changed),
      )
      nameAfterWords(workspace, key)
    })
    close()
  }

  return (
    <Dialog
      title={stored.en === '' ? `Text ${key} in all languages` : `“${stored.en}” in all languages`}
      onClose={close}
    >
      <form className={css.form} onSubmit={submit}>
        <Hint>A field that stays empty has no translation yet: it is needed before the text is published.</Hint>
        <LanguageFields
          languages={languages}
          words={written}
          suggestions={suggestionsFor(key, written.en ?? '', locales)}
          onChange={(changed) => setWords({ ...words, ...changed })}
        />
        <p className={css.about}>
          Its name in the code: <code>{key}</code>
        </p>
        <Actions>
          {isUnused && (
            <Button look="danger" onClick={remove}>
              Delete the text
            </Button>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit">
            Save
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
