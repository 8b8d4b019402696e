import { useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { describeError } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import { withText } from './table.ts'
import { fromXliff, toXliff } from './xliff.ts'

interface Props {
  purpose: 'export' | 'import'
  languages: readonly string[]
  /** The keys of the rows that are listed. */
  keys: readonly string[]
  onClose: () => void
}

/** Files for translators. */
export function XliffDialog({ purpose, languages, keys, onClose }: Props): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const [language, setLanguage] = useState(languages[0] ?? 'de')
  const [error, setError] = useState('')
  const [result, setResult] = useState('')

  function save(): void {
    const blob = new Blob([toXliff(locales, language, keys)], { type: 'application/xliff+xml' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `texts.${language}.xlf`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    onClose()
  }

  async function read(file: File | undefined): Promise<void> {
    if (!file) return
    try {
      const { language: target, texts } = fromXliff(await file.text())
      const path = `locales/${target}.json`
      let source = workspace.get().files[path]
      if (source === undefined) throw new Error(`The catalogue has no texts in ${target}.`)
      const known = Object.entries(texts).filter(([key]) => locales.en?.[key] !== undefined)
      const changed = known.filter(([key, words]) => locales[target]?.[key] !== words)
      for (const [key, words] of changed) source = withText(source, key, words)
      workspace.edit(`Import texts in ${target}`, { [path]: source })
      const unknown = Object.keys(texts).length - known.length
      setError('')
      setResult(
        `${changed.length} texts in ${target} were changed${unknown > 0 ? `; ${unknown} keys are not in the catalogue and were left out` : ''}.`,
      )
    } catch (failure) {
      setError(describeError(failure))
    }
  }

  return (
    <Dialog title={purpose === 'export' ? 'Export for translators' : 'Import translations'} onClose={onClose}>
      {purpose === 'export' ? (
        <>
          <Hint>
            An XLIFF 2.0 file with the {keys.length} texts that are listed, English as the source. Filter the table
            first, for example by missing texts.
          </Hint>
          <Field label="Language">
            <select value={language} onChange={({ target }) => setLanguage(target.value)}>
              {languages.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </Field>
          <Actions>
            <Button look="primary" onClick={save}>
              Save the file
            </Button>
          </Actions>
        </>
      ) : (
        <>
          <Hint>The file names its language. Texts are changed as one step, which can be undone.</Hint>
          <Field label="XLIFF 2.0 file">
            <input type="file" accept=".xlf,.xliff,.xml" onChange={({ target }) => void read(target.files?.[0])} />
          </Field>
          {error !== '' && <ErrorText>{error}</ErrorText>}
          {result !== '' && <output>{result}</output>}
        </>
      )}
    </Dialog>
  )
}
