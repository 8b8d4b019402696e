import type { FunctionImplementation } from '../../engine/language/expressions/functionEnv.ts'
import type { Signature } from '../../engine/language/expressions/signature.ts'

/** Functions of the screen where the language is chosen. */
export const signatures = {
  languageName: {
    params: ['string', 'string'],
    result: 'string',
    call: 'function',
    shownArgument: 0,
    doc: "The name of a language, in the language of the second argument and with a capital: languageName('fr', 'fr') is \"Français\".",
  },
} satisfies Record<string, Signature>

function nameIn(code: string, lang: string): string {
  try {
    const name = new Intl.DisplayNames([lang], { type: 'language' }).of(code) ?? code
    return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1)
  } catch {
    return code
  }
}

/** By the names of the signatures. */
export const implementations = {
  languageName: ([code, lang]) => nameIn(String(code), String(lang)),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
