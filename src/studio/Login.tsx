import { useState, type FormEvent, type ReactNode } from 'react'
import { api, ApiError, lastAuthor, storeCredentials, type Credentials } from './api.ts'
import css from './Login.module.css'
import { Button, ErrorText, Field, Hint } from './ui/ui.tsx'

/** Asks for the operator key, and for the name under which changes are recorded. */
export function Login({ onEnter }: { onEnter: (credentials: Credentials) => void }): ReactNode {
  const [author, setAuthor] = useState(lastAuthor)
  const [key, setKey] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const credentials = { key: key.trim(), author: author.trim() }
    if (credentials.author === '') return setError('Enter your name: it stands beside your changes.')
    setBusy(true)
    storeCredentials(credentials)
    try {
      await api.changeSets()
      onEnter(credentials)
    } catch (failure) {
      storeCredentials(null)
      setError(failure instanceof ApiError ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <main className={css.page}>
      <form className={css.card} onSubmit={(event) => void submit(event)}>
        <h1 className={css.title}>Studio</h1>
        <Hint>Screens, texts and forms of the app: change them, see them live, publish them.</Hint>
        <Field label="Your name">
          <input
            value={author}
            maxLength={60}
            onChange={(event) => setAuthor(event.target.value)}
            name="username"
            autoComplete="username"
            required
          />
        </Field>
        <Field
          label="Operator key"
          hint="You get it from the people who run this server. Let your browser keep it as a password: it is then filled in the next time. Without that it is asked for again in each new tab."
        >
          <input
            type="password"
            name="password"
            value={key}
            onChange={(event) => setKey(event.target.value)}
            autoComplete="current-password"
            required
          />
        </Field>
        {error !== '' && <ErrorText>{error}</ErrorText>}
        <Button look="primary" type="submit" disabled={busy}>
          {busy ? 'Opening …' : 'Open the studio'}
        </Button>
      </form>
    </main>
  )
}
