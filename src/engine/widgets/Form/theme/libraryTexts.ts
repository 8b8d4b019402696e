import { englishStringTranslator, TranslatableString } from '@rjsf/utils'
import type { TextOf } from '../../../language/texts/texts.ts'

/** The library's strings that have a text in `locales/`; the others are for developers. */
const NAMES = [
  'ArrayItemTitle',
  'EmptyArray',
  'YesLabel',
  'NoLabel',
  'NewStringDefault',
  'AddButton',
  'AddItemButton',
  'CopyButton',
  'MoveDownButton',
  'MoveUpButton',
  'RemoveButton',
  'NowLabel',
  'ClearLabel',
  'ClearButton',
  'AriaDateLabel',
  'DecrementAriaLabel',
  'IncrementAriaLabel',
  'OptionPrefix',
  'TitleOptionPrefix',
  'KeyLabel',
  'OptionalObjectAdd',
  'OptionalObjectRemove',
  'OptionalObjectEmptyMsg',
  'FilesInfo',
  'PreviewLabel',
] as const satisfies readonly (keyof typeof TranslatableString)[]

const KEYS: ReadonlyMap<TranslatableString, string> = new Map(
  NAMES.map((name) => [TranslatableString[name], `form.library.${name}`]),
)

/** RJSF's `translateString`: its own words in the language of these texts. Its parameters %1, %2 and %3 are a, b and c there. */
export const translation =
  (textOf: TextOf) =>
  (text: TranslatableString, [a = '', b = '', c = '']: readonly string[] = []): string => {
    const key = KEYS.get(text)
    return key === undefined ? englishStringTranslator(text, [a, b, c]) : textOf(key, { a, b, c })
  }
