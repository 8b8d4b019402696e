import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { SyntaxFault } from '../../compile/infer/ast.ts'
import { hintForSyntax } from '../../compile/infer/foreignSyntaxHints.ts'
import { INPUT_LIMITS } from '../../compile/limits.ts'
import type { Range } from '../../compile/source.ts'

const rule: Rule = {
  name: 'expression-syntax',
  severity: 'error',
  doc: 'An expression can be parsed and is within the limits.',
}
export default rule

/** `fault`: what the parser says of the text. */
export function notParsed(text: string, { summary, start, end }: SyntaxFault): Report {
  if (summary === undefined)
    return {
      rule,
      message: `The expression has ${text.length} characters; at most ${INPUT_LIMITS.expression} are allowed.`,
    }
  return {
    rule,
    message: describeFault(summary, text, { start, end }),
    suggestion:
      hintForSyntax(text, start) ?? 'Write names, literals and the operators == != < <= > >= && || ! + - * / % in ? :.',
  }
}

const LIMIT_NAMES: Readonly<Record<string, string>> = {
  AstNodes: 'operations',
  Depth: 'levels',
  ListElements: 'items in a list',
  MapEntries: 'entries in a map',
  CallArguments: 'arguments',
}

function describeFault(summary: string, text: string, { start, end }: Range): string {
  if (text.trim() === '') return 'The expression is empty.'
  if (start >= text.length || /got EOF$|token: EOF$/.test(summary)) return 'The expression ends too early.'
  const over = /exceeded max(\w+) \((\d+)\)/i.exec(summary)
  if (over)
    return `The expression is too large: at most ${over[2]} ${LIMIT_NAMES[over[1] ?? ''] ?? 'parts'} are allowed.`
  const macro = /^(\w+)\(.*invalid predicate iteration variable/.exec(summary)
  if (macro) return `The first argument of ${macro[1]}(…) is a name for the item.`
  if (/^unexpected (character|token)/i.test(summary))
    return `This is not an expression: "${text.slice(start, Math.max(end, start + 1))}" is not allowed here.`
  return `This is not an expression: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`
}
