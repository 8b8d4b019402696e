import type { Report, Rule } from '../source/diagnostics.ts'
import type { SyntaxProblem } from '../source/source.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  name: 'json-syntax',
  severity: 'error',
  doc: 'A file is JSON in UTF-8: no comments, no trailing commas.',
}
export default rule

export const byteOrderMark = (): Report => ({
  rule,
  code: 'byteOrderMark',
  suggestion: {
    code: 'advice/byteOrderMark',
    fix: { title: { code: 'fix/byteOrderMark' }, edits: [{ start: 0, end: 1, text: '' }] },
  },
})

/** A byte that is not UTF-8 is read as U+FFFD. */
export const notUtf8 = (): Report => ({
  rule,
  code: 'notUtf8',
})

export const notJson = ({ code, start }: SyntaxProblem, text: string): Report => ({
  rule,
  code: code === '<unknown ParseErrorCode>' ? 'InvalidSymbol' : code,
  suggestion: quotesHint(text, start),
})

/** The two kinds of quotes are what is most easily taken for one another. */
function quotesHint(text: string, at: number): Message | undefined {
  if (/['\u2018-\u201d`]/.test(text[at] ?? '')) return { code: 'advice/doubleQuotes' }
  return /"=[^"\n]*"$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
    ? { code: 'advice/singleQuotes' }
    : undefined
}
