import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'function-arguments',
  severity: 'error',
  doc: 'A function has the right number of arguments, and literals where it requires them.',
}
export default rule

/** A method that is called as a function, or the reverse. */
export const calledAsOther = (name: string, isMethod: boolean): Report => ({
  rule,
  code: isMethod ? 'isMethod' : 'isFunction',
  params: { name },
})

export const argumentCount = (name: string, least: number, most: number, given: number): Report => ({
  rule,
  code: least === most ? 'argumentCount' : 'argumentRange',
  params: { name, least, count: most, given },
})

export const prefixNotLiteral = (): Report => ({
  rule,
  code: 'prefixNotLiteral',
})

export const macroArguments = (name: string): Report => ({
  rule,
  code: 'macroArguments',
  params: { name },
})

export const itemNotNamed = (name: string): Report => ({
  rule,
  code: 'itemNotNamed',
  params: { name },
})

export const textFunctionArguments = (): Report => ({
  rule,
  code: 'textFunctionArguments',
})

export const keyNotLiteral = (): Report => ({
  rule,
  code: 'keyNotLiteral',
})

export const hasTakesField = (): Report => ({ rule, code: 'hasTakesField' })

export const takesOneArgument = (name: string): Report => ({ rule, code: 'takesOneArgument', params: { name } })
