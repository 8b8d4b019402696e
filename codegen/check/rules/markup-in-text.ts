import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { describeInvisible } from '../../compile/unusualCharacters.ts'

const rule: CheckingRule = {
  name: 'markup-in-text',
  severity: 'error',
  doc: 'A text has no tags, entities, Markdown or invisible characters.',
  /** Tags, entities and similar are shown literally, and invisible characters change the displayed text. */
  text({ text }, report) {
    for (const [pattern, what, suggestion] of MARKUP) {
      const found = pattern.exec(text)?.[0]
      if (found === undefined) continue
      const character = /^[\u00AD\u200B\u2060\uFEFF]$/.test(found) ? ` (${describeInvisible(found)})` : ''
      report(contains(`${what}${character}`, suggestion))
    }
  },
}
export default rule

const contains = (what: string, suggestion: string): Report => ({
  rule,
  message: `This text contains ${what}.`,
  suggestion,
})

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
