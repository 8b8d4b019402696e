import { useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { byLanguage, languageName } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { describeError } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import { sourceOf, type TextRow } from './table.ts'
import css from './XliffDialog.module.css'
import { fromXliff, importTexts, notesOf, toXliff } from './xliff.ts'

interface ExportProps {
  languages: readonly string[]
  /** The rows that are listed. */
  rows: readonly TextRow[]
  onClose: () => void
}

const ALL = ''

/** Files for translators. */
export function ExportTexts({ languages, rows, onClose }: ExportProps): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const entries = useWorkspaceState((state) => state.entries)
  const [language, setLanguage] = useState(ALL)
  const [saved, setSaved] = useState<readonly string[] | null>(null)
  const [error, setError] = useState('')

  async function save(): Promise<void> {
    try {
      const limits = await workspace.compiler.textLimits()
      const notes = notesOf(rows, new Map(entries.map(({ file, title }) => [file, title])), limits)
      const keys = rows.map(({ key }) => key)
      const names = (language === ALL ? languages : [language]).map((language) => {
        const blob = new Blob([toXliff(locales, language, keys, notes)], { type: 'application/xliff+xml' })
        const link = document.createElement('a')
        link.href = URL.createObjectURL(blob)
        link.download = `texts.${language}.xlf`
        link.click()
        setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
        return link.download
      })
      setSaved(names)
    } catch (failure) {
      setError(describeError(failure))
    }
  }

  return (
    <Dialog title="Export for translators" onClose={onClose}>
      <Hint>
        A file for each language with {rows.length === 1 ? 'the text that is' : `the ${rows.length} texts that are`}{' '}
        listed, their English words, and notes on where each is shown and how long it may be, in the format that the
        programs of translators read (XLIFF 2.0). A text with a count has all plural forms of the language. Filter the
        table first, for example by missing texts.
      </Hint>
      <Field label="Language">
        <select
          value={language}
          onChange={({ target }) => {
            setLanguage(target.value)
            setSaved(null)
          }}
        >
          <option value={ALL}>All languages, a file for each</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
      </Field>
      {error !== '' && <ErrorText>{error}</ErrorText>}
      {saved !== null && (
        <output className={css.saved}>
          {saved.length === 1 ? '1 file was' : `${saved.length} files were`} saved where the browser puts downloads:{' '}
          {saved.join(', ')}
        </output>
      )}
      <Actions>
        {saved !== null && <Button onClick={onClose}>Done</Button>}
        <Button look="primary" onClick={() => void save()}>
          {language === ALL ? 'Save the files' : 'Save the file'}
        </Button>
      </Actions>
    </Dialog>
  )
}

/** Changed texts that are listed. */
const SHOWN = 200

/** Files of translators: what they change is listed before it is taken over. */
export function ImportTexts({ onClose }: { onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const english = useWorkspaceState((state) => localesOf(state.files).en)
  const [found, setFound] = useState<ReturnType<typeof importTexts> | null>(null)
  const [error, setError] = useState('')

  async function read(files: readonly File[]): Promise<void> {
    setError('')
    setFound(null)
    try {
      const read = await Promise.all(files.map(async (file) => fromXliff(await file.text())))
      setFound(importTexts(read, workspace.get().files))
    } catch (failure) {
      setError(describeError(failure))
    }
  }

  function takeOver(): void {
    if (!found) return
    workspace.edit('Import translations', found.changes)
    workspace.notifyDone(`Taken over: ${countsOf(found.texts)}.`)
    onClose()
  }

  const count = found?.texts.length ?? 0
  return (
    <Dialog title="Import translations" onClose={onClose}>
      <Hint>One or several files of translators; each names its language. Nothing changes before “Take over”.</Hint>
      <Field label="Files of translators (XLIFF 2.0)">
        <input
          type="file"
          multiple
          accept=".xlf,.xliff,.xml"
          onChange={({ target }) => void read([...(target.files ?? [])])}
        />
      </Field>
      {error !== '' && <ErrorText>{error}</ErrorText>}
      {found && (
        <>
          <output>{count === 0 ? 'Nothing differs from what is here.' : `It changes ${countsOf(found.texts)}.`}</output>
          {found.unknown.length > 0 && (
            <p className={css.left}>Left out, since the catalogue does not have them: {found.unknown.join(', ')}.</p>
          )}
          {count > 0 && (
            <ul className={css.changes} aria-label="What changes">
              {found.texts.slice(0, SHOWN).map(({ language, key, before, after }) => (
                <li key={`${language} ${key}`}>
                  <span className={css.left}>
                    {languageName(language)}, “{sourceOf(english ?? {}, key) ?? key}”
                  </span>
                  {before !== undefined && <del lang={language}>{before}</del>} <ins lang={language}>{after}</ins>
                </li>
              ))}
              {count > SHOWN && <li className={css.left}>And {count - SHOWN} more.</li>}
            </ul>
          )}
        </>
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={count === 0} onClick={takeOver}>
          Take over
        </Button>
      </Actions>
    </Dialog>
  )
}

/** "2 texts in German and 1 text in French". */
export function countsOf(texts: readonly { language: string }[]): string {
  const counts = byLanguage([...new Set(texts.map(({ language }) => language))]).map((language) => {
    const count = texts.filter((text) => text.language === language).length
    return `${count === 1 ? '1 text' : `${count} texts`} in ${languageName(language)}`
  })
  return counts.length < 2 ? counts.join('') : `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`
}
