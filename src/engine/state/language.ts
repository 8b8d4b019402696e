import type { Formatter } from '../language/values/formatter.ts'
import type { TextOf, Translate } from '../language/texts/texts.ts'
import { useLanguage } from './client/context.ts'

export { useLanguage }
/** t('ui.retry'), t('form.tooShort', {min: 6}): keys that are literals in the code. */
export const useText = (): Translate => useLanguage().text
/** For keys known only at run time. */
export const useTextOf = (): TextOf => useLanguage().textOf
export const useFormat = (): Formatter => useLanguage().format
