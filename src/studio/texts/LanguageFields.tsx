import { useId, type ReactNode } from 'react'
import { isRtl } from '../../engine/language/texts/direction.ts'
import { languageName } from '../model/fileNames.ts'
import { Button } from '../ui/ui.tsx'
import css from './LanguageFields.module.css'
import type { Suggestion } from './suggestions.ts'

/** The words of a text, one field for each language; a field without words offers the translation of another text. */
export function LanguageFields({
  languages,
  words,
  suggestions = {},
  onChange,
}: {
  languages: readonly string[]
  words: Readonly<Record<string, string>>
  suggestions?: Readonly<Record<string, Suggestion>>
  onChange: (words: Readonly<Record<string, string>>) => void
}): ReactNode {
  const id = useId()
  const isMissing = (language: string): boolean => (words[language] ?? '').trim() === ''
  const offered = languages.flatMap((language) => {
    const suggestion = isMissing(language) ? suggestions[language] : undefined
    return suggestion ? [[language, suggestion] as const] : []
  })
  const offers = new Map(offered)
  return (
    <div className={css.fields}>
      {offered.length > 1 && (
        <div className={css.offer}>
          <span>Other texts with these English words are translated into {offered.length} of these languages.</span>
          <Button
            onClick={() => onChange(Object.fromEntries(offered.map(([language, text]) => [language, text.words])))}
          >
            Use all {offered.length}
          </Button>
        </div>
      )}
      {languages.map((language) => {
        const suggestion = offers.get(language)
        return (
          <div key={language} className={css.field}>
            <label htmlFor={`${id}-${language}`} className={css.label}>
              {languageName(language)}
            </label>
            <div className={css.text}>
              <textarea
                id={`${id}-${language}`}
                rows={2}
                lang={language}
                dir={isRtl(language) ? 'rtl' : 'ltr'}
                required={language === 'en'}
                data-missing={isMissing(language) || undefined}
                value={words[language] ?? ''}
                onChange={({ target }) => onChange({ [language]: target.value })}
              />
              {suggestion && (
                <p className={css.offer}>
                  <span>
                    <bdi lang={language}>“{suggestion.words}”</bdi>, as in “{suggestion.english}”{' '}
                    <code>{suggestion.from}</code>
                  </span>
                  <Button
                    aria-label={`Use “${suggestion.words}” in ${languageName(language)}`}
                    onClick={() => onChange({ [language]: suggestion.words })}
                  >
                    Use
                  </Button>
                </p>
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}
