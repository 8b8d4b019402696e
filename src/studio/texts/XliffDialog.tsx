import { useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { languageName } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { describeError } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import { fromXliff, importTexts, toXliff } from './xliff.ts'

interface Props {
  purpose: 'export' | 'import'
  languages: readonly string[]
  /** The keys of the rows that are listed. */
  keys: readonly string[]
  onClose: () => void
}

const ALL = ''

/** Files for translators. */
export function XliffDialog({ purpose, languages, keys, onClose }: Props): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const [language, setLanguage] = useState(ALL)
  const [error, setError] = useState('')
  const [result, setResult] = useState('')

  function save(): void {
    for (const one of language === ALL ? languages : [language]) {
      const blob = new Blob([toXliff(locales, one, keys)], { type: 'application/xliff+xml' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = `texts.${one}.xlf`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    }
    onClose()
  }

  async function read(files: readonly File[]): Promise<void> {
    setError('')
    setResult('')
    try {
      const read = await Promise.all(files.map(async (file) => fromXliff(await file.text())))
      const { changes, words } = importTexts(read, workspace.get().files)
      workspace.edit('Import translations', changes)
      setResult(words)
    } catch (failure) {
      setError(describeError(failure))
    }
  }

  return (
    <Dialog title={purpose === 'export' ? 'Export for translators' : 'Import translations'} onClose={onClose}>
      {purpose === 'export' ? (
        <>
          <Hint>
            A file for each language with {keys.length === 1 ? 'the text that is' : `the ${keys.length} texts that are`}{' '}
            listed and their English words, in the format that the programs of translators read (XLIFF 2.0). Filter the
            table first, for example by missing texts.
          </Hint>
          <Field label="Language">
            <select value={language} onChange={({ target }) => setLanguage(target.value)}>
              <option value={ALL}>All languages, a file for each</option>
              {languages.map((one) => (
                <option key={one} value={one}>
                  {languageName(one)}
                </option>
              ))}
            </select>
          </Field>
          <Actions>
            <Button look="primary" onClick={save}>
              {language === ALL ? 'Save the files' : 'Save the file'}
            </Button>
          </Actions>
        </>
      ) : (
        <>
          <Hint>
            One or several files of translators; each names its language. Texts are changed as one step, which can be
            undone.
          </Hint>
          <Field label="Files of translators (XLIFF 2.0)">
            <input
              type="file"
              multiple
              accept=".xlf,.xliff,.xml"
              onChange={({ target }) => void read([...(target.files ?? [])])}
            />
          </Field>
          {error !== '' && <ErrorText>{error}</ErrorText>}
          {result !== '' && <output>{result}</output>}
        </>
      )}
    </Dialog>
  )
}
