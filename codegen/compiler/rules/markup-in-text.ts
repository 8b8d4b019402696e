import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { describeInvisible } from '../source/unusualCharacters.ts'

const rule: Rule = {
  meta: {
    name: 'markup-in-text',
    severity: 'error',
    doc: 'A text has no tags, entities, Markdown or invisible characters.',
  },
  on: {
    text({ text }, report) {
      for (const [pattern, what, suggestion] of MARKUP) {
        const found = pattern.exec(text)?.[0]
        if (found === undefined) continue
        const character = /^[\u00AD\u200B\u2060\uFEFF]$/.test(found) ? ` (${describeInvisible(found)})` : ''
        report(contains(`${what}${character}`, suggestion))
      }
    },
  },
}
export default rule

const contains = (what: string, suggestion: string): Report => ({
  code: 'contains',
  params: { what },
  suggestion: { code: suggestion },
})

const MARKUP: readonly (readonly [RegExp, string, string])[] = [
  [/<\/?[A-Za-z][^<>]*>/, 'a tag', 'advice/markup-tag'],
  [/&(?:[A-Za-z]+|#\d+|#x[\dA-Fa-f]+);/, 'an entity', 'advice/markup-entity'],
  [/\[[^\]]*\]\([^)]*\)/, 'a Markdown link', 'advice/markup-markdownLink'],
  [/\$t\(/, 'a reference to another text', 'advice/markup-reference'],
  [/\*\*|__|`/, 'Markdown', 'advice/markup-markdown'],
  [/[\u202A-\u202E\u2066-\u2069]/, 'a character that changes the text direction', 'advice/markup-direction'],
  [/[\u00AD\u200B\u2060\uFEFF]/, 'an invisible character', 'advice/markup-invisible'],
  [/\p{Cc}/u, 'a line break or control character', 'advice/markup-control'],
]
