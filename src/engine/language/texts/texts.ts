import type { InterpolationMap, ParseKeys, TFunctionReturn } from 'i18next'

/** The texts of one language by key, in the JSON format of i18next: `{{name}}` is an argument, `key_one` … `key_other` are plural forms chosen by `count`. */
export type Texts = Readonly<Record<string, string>>

/** A key of locales/en.json; a plural has one key, without the suffixes of its forms. */
export type TextKey = Exclude<ParseKeys, `${string}_${Intl.LDMLPluralRule}`>

/** The arguments of a text, as i18next reads them from its placeholders. */
export type TextArguments<
  Key extends TextKey,
  Values = InterpolationMap<TFunctionReturn<'translation', Key, { count: number }>>,
> = { [Name in keyof Values]: Values[Name] }

/** The text of a literal key: a wrong key and a missing argument are type errors. */
export type Translate = <const Key extends TextKey>(
  key: Key,
  ...args: {} extends TextArguments<Key> ? [] : [args: TextArguments<Key>]
) => string

/** The text of a key known only at run time: of a screen, a form, a code of the contract. A key without a text returns itself. */
export type TextOf = (key: string, args?: Readonly<Record<string, unknown>>) => string
