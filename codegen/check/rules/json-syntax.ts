import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'json-syntax',
  severity: 'error',
  doc: 'A file is JSON: no comments, no trailing commas.',
}
export default rule

export const byteOrderMark = (): Report => ({
  rule,
  message: 'The file begins with a byte order mark (U+FEFF), which is not JSON.',
  suggestion: {
    sentence: 'Save it as UTF-8 without a byte order mark.',
    fix: { title: 'Remove the byte order mark.', edits: [{ start: 0, end: 1, text: '' }] },
  },
})

/** What the parser found at a character of the text. */
export const syntaxError = (message: string, text: string, at: number): Report => ({
  rule,
  message,
  suggestion: quotesHint(text, at),
})

/** The two kinds of quotes are what is most easily taken for one another. */
function quotesHint(text: string, at: number): string | undefined {
  if (/['\u2018-\u201d`]/.test(text[at] ?? '')) return 'Write names and texts of JSON in straight double quotes.'
  return /"=[^"\n]*"$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
    ? 'Write texts inside an expression in single quotes: double quotes end it.'
    : undefined
}
