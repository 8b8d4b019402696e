import { useId, type ReactNode } from 'react'
import { isRtl } from '../../core/direction.ts'
import { languageName } from '../model/fileNames.ts'
import css from './LanguageFields.module.css'

/** The words of a text, one field for each language. */
export function LanguageFields({
  languages,
  words,
  onChange,
}: {
  languages: readonly string[]
  words: Readonly<Record<string, string>>
  onChange: (language: string, words: string) => void
}): ReactNode {
  const id = useId()
  return (
    <div className={css.fields}>
      {languages.map((language) => (
        <div key={language} className={css.field}>
          <label htmlFor={`${id}-${language}`} className={css.label}>
            {languageName(language)}
          </label>
          <textarea
            id={`${id}-${language}`}
            rows={2}
            lang={language}
            dir={isRtl(language) ? 'rtl' : 'ltr'}
            required={language === 'en'}
            data-missing={(words[language] ?? '').trim() === '' || undefined}
            value={words[language] ?? ''}
            onChange={({ target }) => onChange(language, target.value)}
          />
        </div>
      ))}
    </div>
  )
}
