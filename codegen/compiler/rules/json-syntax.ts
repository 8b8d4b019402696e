import type { Rule } from '../rule.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  meta: {
    name: 'json-syntax',
    severity: 'error',
    doc: 'A file is JSON in UTF-8: no comments, no trailing commas.',
  },
  on: {
    byteOrderMark: (_, report) =>
      report({
        code: 'byteOrderMark',
        suggestion: {
          code: 'advice/byteOrderMark',
          fix: { title: { code: 'fix/byteOrderMark' }, edits: [{ start: 0, end: 1, text: '' }] },
        },
      }),
    syntaxError: ({ problem: { code, start }, text }, report) =>
      report({
        code: code === '<unknown ParseErrorCode>' ? 'InvalidSymbol' : code,
        suggestion: quotesHint(text, start),
      }),
    notUtf8: (_, report) => report({ code: 'notUtf8' }),
  },
}
export default rule

/** The two kinds of quotes are what is most easily taken for one another. */
function quotesHint(text: string, at: number): Message | undefined {
  if (/['\u2018-\u201d`]/.test(text[at] ?? '')) return { code: 'advice/doubleQuotes' }
  return /"=[^"\n]*"$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
    ? { code: 'advice/singleQuotes' }
    : undefined
}
