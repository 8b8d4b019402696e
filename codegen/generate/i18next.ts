import { argumentsOf, PLURAL } from '../compiler/locales/texts.ts'
import { HEADER, literal, readJson, SchemaError, type Files } from './lib/files.ts'

const FILE = 'locales/en.json'

/** Only the placeholders: rewording a text must not change a generated file. */
function valueOf(key: string, text: unknown): string {
  if (typeof text !== 'string') throw new SchemaError(FILE, key, 'a text is a string')
  const names = argumentsOf(text)
  // A plural form may write the number as a word, but the call always passes it.
  if (PLURAL.test(key)) names.add('count')
  return names.size === 0
    ? 'string'
    : literal(
        [...names]
          .toSorted()
          .map((name) => `{{${name}}}`)
          .join(' '),
      )
}

/** The type options of i18next: its `t` knows each key of the source language and the arguments of its text. */
export default function generate(root: string): Files {
  const texts = Object.entries(readJson(root, FILE) as Record<string, unknown>)
  return new Map([
    [
      'src/generated/i18next.d.ts',
      `${HEADER}import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    returnNull: false
    strictKeyChecks: true
    strictInterpolationChecks: true
    /** Each key of ${FILE} with the placeholders of its text. */
    resources: {
      translation: {
${texts.map(([key, text]) => `        ${literal(key)}: ${valueOf(key, text)}\n`).join('')}      }
    }
  }
}
`,
    ],
  ])
}
