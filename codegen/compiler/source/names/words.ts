const PLACEHOLDER = /\{\{[^{}]*\}\}/g

export const withoutPlaceholders = (text: string): string => text.replace(PLACEHOLDER, '')

/** Letters by script, as `Intl.Locale` names it. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  Latn: /\p{Script=Latin}/u,
  Arab: /\p{Script=Arabic}/u,
  Hans: /\p{Script=Han}/u,
  Hant: /\p{Script=Han}/u,
  Kore: /\p{Script=Hangul}/u,
  Jpan: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Thai: /\p{Script=Thai}/u,
  Deva: /\p{Script=Devanagari}/u,
}

/** Matches a letter of the script of a language. Returns undefined for an unknown script or an invalid language tag. */
export function scriptOf(language: string): RegExp | undefined {
  try {
    return SCRIPTS[new Intl.Locale(language).maximize().script ?? '']
  } catch {
    return undefined
  }
}

export const wordsOf = (text: string): string[] =>
  text.replace(PLACEHOLDER, ' ').match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
/** Whether it is a word of a language: short ones and capitals are codes and names, as OK and USDT. */
export const isWord = (word: string): boolean => word.length > 3 && /\p{Ll}|\p{Lo}/u.test(word)
