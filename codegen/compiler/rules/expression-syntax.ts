import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import type { SyntaxFault } from '../infer/ast.ts'
import { hintForSyntax } from '../infer/foreignSyntaxHints.ts'
import { INPUT_LIMITS } from '../source/limits.ts'
import type { Range } from '../source/source.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  meta: {
    name: 'expression-syntax',
    severity: 'error',
    doc: 'An expression can be parsed and is within the limits.',
  },
  on: {
    expressionNotParsed: ({ text, fault }, report) => report(notParsed(text, fault)),
  },
}
export default rule

/** `fault`: what the parser says of the text. */
function notParsed(text: string, { summary, start, end }: SyntaxFault): Report {
  if (summary === undefined) return { code: 'tooLong', params: { length: text.length, limit: INPUT_LIMITS.expression } }
  return {
    ...describeFault(summary, text, { start, end }),
    suggestion: hintForSyntax(text, start) ?? { code: 'code/expression' },
  }
}

const LIMIT_NAMES: Readonly<Record<string, string>> = {
  AstNodes: 'operations',
  Depth: 'levels',
  ListElements: 'items in a list',
  MapEntries: 'entries in a map',
  CallArguments: 'arguments',
}

function describeFault(summary: string, text: string, { start, end }: Range): Message {
  if (text.trim() === '') return { code: 'empty' }
  if (start >= text.length || /got EOF$|token: EOF$/.test(summary)) return { code: 'endsTooEarly' }
  const over = /exceeded max(\w+) \((\d+)\)/i.exec(summary)
  if (over) return { code: 'tooLarge', params: { limit: over[2] ?? '', of: LIMIT_NAMES[over[1] ?? ''] ?? 'parts' } }
  const macro = /^(\w+)\(.*invalid predicate iteration variable/.exec(summary)
  if (macro) return { code: 'noItemName', params: { name: macro[1] ?? '' } }
  if (/^unexpected (character|token)/i.test(summary))
    return { code: 'notAllowed', params: { text: text.slice(start, Math.max(end, start + 1)) } }
  return { code: 'notExpression', params: { summary: `${summary.charAt(0).toLowerCase()}${summary.slice(1)}` } }
}
