import { createInstance } from 'i18next'

/** A list is written as its items in quotes. */
export type Params = Readonly<Record<string, string | number | readonly string[]>>

/** A text of a catalogue with the values that it names. */
export interface Message {
  code: string
  params?: Params
}

export interface TextCatalogue {
  /** Whether there is a text, or its plural forms. */
  has(code: string): boolean
  /** The text with its values; the code where there is none. */
  textOf(message: Message): string
}

/** Texts by their codes, in the format of locales/. */
export function createTextCatalogue(texts: Readonly<Record<string, string>>, language = 'en'): TextCatalogue {
  const catalogue = createInstance({
    lng: language,
    resources: { [language]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  void catalogue.init()
  // The keys in the type of `t` are those of the app.
  const translate = catalogue.t as unknown as (
    code: string,
    values: Readonly<Record<string, string | number>>,
  ) => string
  return {
    has: (code) => Object.hasOwn(texts, code) || Object.hasOwn(texts, `${code}_other`),
    textOf: ({ code, params = {} }) =>
      translate(code, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, written(value)]))),
  }
}

const written = (value: Params[string]): string | number =>
  typeof value === 'object' ? value.map((item) => `"${item}"`).join(', ') : value
