import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'function-arguments',
  severity: 'error',
  doc: 'A function has the right number of arguments, and literals where it requires them.',
}
export default rule

/** A method that is called as a function, or the reverse. */
export const calledAsOther = (name: string, isMethod: boolean): Report => ({
  rule,
  message: isMethod
    ? `"${name}" is written after a value: x.${name}(…).`
    : `"${name}" is written before its arguments: ${name}(…).`,
})

export const argumentCount = (name: string, least: number, most: number, given: number): Report => {
  const expected = least === most ? `${most}` : `${least} to ${most}`
  return {
    rule,
    message: `"${name}" takes ${expected} argument${expected === '1' ? '' : 's'}, and gets ${given}.`,
    suggestion: 'Add or remove arguments: the table of functions in screens/REFERENCE.md shows them.',
  }
}

export const prefixNotLiteral = (): Report => ({
  rule,
  message: 'The prefix of enumText(…) must be a literal, so that its keys can be checked.',
  suggestion: "Write it in quotes: enumText('prefix', value).",
})

export const macroArguments = (name: string): Report => ({
  rule,
  message: `"${name}" takes a name and an expression: list.${name}(x, …).`,
  suggestion: 'Write for example list.map(item, item.id).',
})

export const itemNotNamed = (name: string): Report => ({
  rule,
  message: `The first argument of "${name}" is a name for the item.`,
  suggestion: 'Write a name, for example list.filter(item, item.open).',
})

export const textFunctionArguments = (): Report => ({
  rule,
  message: 'text(…) takes a key and, if its words have any, their arguments.',
  suggestion: "Write text('key') or text('key', {'name': value}).",
})

export const keyNotLiteral = (): Report => ({
  rule,
  message: 'The key of text(…) must be a literal, so that it can be checked.',
  suggestion: 'For the values of an enumeration, write enumText("prefix", value).',
})

export const hasTakesField = (): Report => ({ rule, message: 'has(…) takes a field: has(x.field).' })

export const takesOneArgument = (name: string): Report => ({ rule, message: `${name}(…) takes one argument.` })
