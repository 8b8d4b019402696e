import { useState, type ReactNode } from 'react'
import { useWorkspace } from '../model/context.tsx'
import { languageName } from '../model/fileNames.ts'
import { FormDialog, Hint } from '../ui/ui.tsx'

/** Says how a language is added: by a command of those who run the server, which is copied here. */
export function NewLanguage({ known, onClose }: { known: readonly string[]; onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const [typed, setTyped] = useState('')
  const tag = languageTag(typed)
  const isKnown = tag !== null && known.includes(tag)
  const command = tag === null || isKnown ? '' : `npm run language ${tag}`
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(command)
      workspace.notify('The command is copied.')
      onClose()
    } catch {
      workspace.notify(`The browser does not permit copying. The command is: ${command}`, 'error')
    }
  }
  return (
    <FormDialog
      title="New language"
      submitLabel="Copy the command"
      disabled={command === ''}
      error={isKnown ? `The app has ${languageName(tag)} already.` : ''}
      onSubmit={() => void copy()}
      onClose={onClose}
    >
      <Hint>
        Those who run the server add a language with one command. Then it is a column of this table: its texts are
        written here or by translators, and the app shows English where one is missing.
      </Hint>
      <label>
        Code of the language, such as it, nl or pt-BR
        <input value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
      {command !== '' && tag !== null && (
        <p>
          {languageName(tag)}: <code>{command}</code>
        </p>
      )}
    </FormDialog>
  )
}

/** The canonical tag of a language that the platform has a name for; null for others. */
export function languageTag(typed: string): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(typed.trim())
    const name = tag === '' ? undefined : new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag)
    return name === undefined ? null : tag
  } catch {
    return null
  }
}
