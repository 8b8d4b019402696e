import type { Rule } from './diagnostics.ts'
import markupInText from '../check/rules/markup-in-text.ts'
import textEdges from '../check/rules/text-edges.ts'
import untranslatedText from '../check/rules/untranslated-text.ts'
import wrongScript from '../check/rules/wrong-script.ts'

export type Report = (rule: Rule, message: string, suggestion?: string) => void

const PLACEHOLDER = /\{\{[^{}]*\}\}/g
const ARGUMENT = /^\{\{\s*[A-Za-z]\w*\s*\}\}$/
/** Where a language of the project is called by its own name. */
const OWN_NAME = /^language\./

const MARKUP: readonly (readonly [RegExp, string, string])[] = [
  [/<\/?[A-Za-z][^<>]*>/, 'a tag', 'Tags are shown as plain text: remove it, or use a widget of the screen.'],
  [/&(?:[A-Za-z]+|#\d+|#x[\dA-Fa-f]+);/, 'an entity', 'Write the character itself.'],
  [/\[[^\]]*\]\([^)]*\)/, 'a Markdown link', 'Remove it, and put a link of the screen beside the text.'],
  [/\$t\(/, 'a reference to another text', 'Write its words: a text cannot include another one.'],
  [/\*\*|__|`/, 'Markdown', 'Remove it, and use a prop of the widget for the style of the text.'],
  [
    /[\u202A-\u202E\u2066-\u2069]/,
    'a character that changes the text direction',
    'Remove it: the app isolates inserted values by itself.',
  ],
  [/[\u00AD\u200B\u2060\uFEFF]/, 'an invisible character', 'Remove it.'],
  [/\p{Cc}/u, 'a line break or control character', 'Remove it, or write two texts.'],
]

/** Tags, entities and similar are shown literally, and invisible characters change the displayed text. */
export function checkMarkup(text: string, report: Report): void {
  for (const [pattern, what, suggestion] of MARKUP)
    if (pattern.test(text)) report(markupInText, `This text contains ${what}.`, suggestion)
}

const PAIRS = ['()', '[]', '（）', '「」', '『』', '【】', '《》', '«»'] as const

/** Reports blanks at the edges, invalid placeholders, and brackets or quotation marks without a counterpart. An empty text has no other finding. */
export function checkTextForm(text: string, report: Report): void {
  if (text.trim() === '') return report(textEdges, 'This text has no words.')
  if (text !== text.trim())
    report(
      textEdges,
      'This text begins or ends with a blank.',
      'Remove the blank: the screen sets the space between texts.',
    )
  if (/[ \u00A0]{2}/.test(text.trim())) report(textEdges, 'There are two blanks in a row in this text.')
  if (text.includes('...')) report(textEdges, 'Three dots are one character.', 'Write "…".')
  for (const placeholder of text.match(PLACEHOLDER) ?? [])
    if (!ARGUMENT.test(placeholder))
      report(
        textEdges,
        `"${placeholder}" is no placeholder.`,
        'Write the name of one argument and nothing else: {{name}}.',
      )
  const plain = text.replace(PLACEHOLDER, '')
  if (/[{}]/.test(plain)) report(textEdges, 'A placeholder is written {{name}}, and this brace would be shown.')
  for (const pair of PAIRS)
    if (countOf(plain, pair[0] ?? '') !== countOf(plain, pair[1] ?? ''))
      report(textEdges, `A bracket or quotation mark of ${pair} has no counterpart in this text.`)
  if (countOf(plain, '"') % 2 === 1 || countOf(plain, '“') + countOf(plain, '„') < countOf(plain, '”'))
    report(textEdges, 'A quotation mark has no counterpart in this text.')
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

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

const wordsOf = (text: string): string[] => text.replace(PLACEHOLDER, ' ').match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
/** Short ones and capitals are codes and names: OK, USDT. */
const isWord = (word: string): boolean => word.length > 3 && /\p{Ll}|\p{Lo}/u.test(word)

/** A translation against its original. `same`: words that the language has in common with the source. */
export function checkTranslation(
  key: string,
  original: string,
  text: string,
  script: RegExp | undefined,
  same: ReadonlySet<string>,
  report: Report,
): void {
  if (OWN_NAME.test(key)) return
  if (text === original) {
    const words = wordsOf(text).filter((word) => isWord(word) && !same.has(word))
    if (words.length > 0)
      report(
        untranslatedText,
        `This is a copy of the source language: ${words
          .slice(0, 3)
          .map((word) => `"${word}"`)
          .join(', ')}.`,
        'Translate it, or add words that are the same in both to locales/same.',
      )
    return
  }
  const words = wordsOf(text)
  if (!script || words.length === 0) return
  if (
    !script.test(text.replace(PLACEHOLDER, '')) &&
    words.some((word) => !same.has(word)) &&
    wordsOf(original).some(isWord)
  ) {
    report(
      wrongScript,
      'This translation has no letter of the script of its language.',
      'Translate it, or add names and codes to locales/same.',
    )
    return
  }
  const mixed = words.find(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
  )
  if (mixed !== undefined)
    report(wrongScript, `"${mixed}" mixes letters of two scripts that look alike.`, 'Type the word again.')
}
