import type { Formatter } from '../language/values/formatter.ts'
import type { TextOf, Translate } from '../language/texts/texts.ts'
import { useClient } from './client/context.ts'
import type { Language } from './client/language.ts'
import { useValue } from './store.ts'

export const useLanguage = (): Language => useValue(useClient().language.atom)
/** t('ui.retry'), t('form.tooShort', {min: 6}): keys that are literals in the code. */
export const useText = (): Translate => useLanguage().text
/** For keys known only at run time. */
export const useTextOf = (): TextOf => useLanguage().textOf
export const useFormat = (): Formatter => useLanguage().format
