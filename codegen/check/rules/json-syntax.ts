import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { SyntaxProblem } from '../../compile/source.ts'

const rule: Rule = {
  name: 'json-syntax',
  severity: 'error',
  doc: 'A file is JSON in UTF-8: no comments, no trailing commas.',
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

/** A byte that is not UTF-8 is read as U+FFFD. */
export const notUtf8 = (): Report => ({
  rule,
  message: 'This character (U+FFFD) is unreadable: the file is not in UTF-8, or has been saved from one that was not.',
  suggestion: 'Save the file as UTF-8, and write the characters that are lost again.',
})

const MESSAGES: Record<SyntaxProblem['code'], string> = {
  InvalidSymbol: 'This is not JSON.',
  InvalidNumberFormat: 'This is not a number.',
  PropertyNameExpected: 'A property name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing brace } is expected here.',
  CloseBracketExpected: 'A closing bracket ] is expected here.',
  EndOfFileExpected: 'The document has ended before this.',
  InvalidCommentToken: 'Comments are not allowed in JSON.',
  UnexpectedEndOfString: 'This text is not closed by a quote.',
  InvalidUnicode: 'This Unicode escape is not valid.',
  InvalidEscapeCharacter: 'This escape is not valid in JSON.',
  InvalidCharacter: 'This character must be escaped in JSON.',
  UnexpectedEndOfComment: 'This is not JSON.',
  UnexpectedEndOfNumber: 'This is not JSON.',
  '<unknown ParseErrorCode>': 'This is not JSON.',
  NumberTooLarge: 'This number is too large to be one.',
  Proto: 'The word "__proto__" has a special meaning in JavaScript and cannot be used.',
  Nul: 'This text contains the character NUL.',
  LoneSurrogate: 'This text contains half a character (a surrogate alone).',
}

export const notJson = ({ code, start }: SyntaxProblem, text: string): Report => ({
  rule,
  message: MESSAGES[code],
  suggestion: quotesHint(text, start),
})

/** The two kinds of quotes are what is most easily taken for one another. */
function quotesHint(text: string, at: number): string | undefined {
  if (/['\u2018-\u201d`]/.test(text[at] ?? '')) return 'Write names and texts of JSON in straight double quotes.'
  return /"=[^"\n]*"$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
    ? 'Write texts inside an expression in single quotes: double quotes end it.'
    : undefined
}
