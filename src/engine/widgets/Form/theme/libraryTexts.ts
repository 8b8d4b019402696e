import { englishStringTranslator, TranslatableString } from '@rjsf/utils'
import { language } from '../../../state/language.ts'

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

/** RJSF's `translateString`: its own words in the user's language. Its parameters %1, %2 and %3 are a, b and c here. */
export function translateString(text: TranslatableString, [a = '', b = '', c = '']: readonly string[] = []): string {
  const key = KEYS.get(text)
  return key === undefined ? englishStringTranslator(text, [a, b, c]) : language().textOf(key, { a, b, c })
}
