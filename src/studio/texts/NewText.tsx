import { useState, type FormEvent, type ReactNode } from 'react'
import { isRtl } from '../../core/direction.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { Actions, Button, Dialog, ErrorText, Field } from '../ui/ui.tsx'
import { withText } from './table.ts'

/** Creates a text in all languages at once. */
export function NewText({
  initialKey = '',
  onClose,
  onCreated,
}: {
  initialKey?: string
  onClose: () => void
  onCreated: (key: string) => void
}): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const [key, setKey] = useState(initialKey)
  const [words, setWords] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState('')
  const languages = Object.keys(locales)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!/^[a-z][\w]*(\.[\w]+)+$/i.test(key)) return setError('A key has a group and a name: withdraw.warning')
    if (locales.en?.[key] !== undefined) return setError(`There is a text ${key} already.`)
    const { files } = workspace.get()
    const changes: Record<string, string> = {}
    for (const language of languages) {
      const path = `locales/${language}.json`
      const text = words[language]?.trim() ?? ''
      const source = files[path]
      if (text !== '' && source !== undefined) changes[path] = withText(source, key, text)
    }
    workspace.edit(`Create the text ${key}`, changes)
    onCreated(key)
    onClose()
  }

  return (
    <Dialog title="New text" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Key" hint="Group and name, for example withdraw.warning">
          <input value={key} onChange={({ target }) => setKey(target.value)} spellCheck={false} required />
        </Field>
        {languages.map((language) => (
          <Field key={language} label={language === 'en' ? 'en (source)' : language}>
            <input
              lang={language}
              dir={isRtl(language) ? 'rtl' : 'ltr'}
              required={language === 'en'}
              value={words[language] ?? ''}
              onChange={({ target }) => setWords({ ...words, [language]: target.value })}
            />
          </Field>
        ))}
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
