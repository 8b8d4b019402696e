import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'function-arguments',
    severity: 'error',
    doc: 'A function has the right number of arguments, and literals where it requires them.',
  },
  on: {
    argumentCount: ({ name, least, most, given }, report) =>
      report({ code: least === most ? 'argumentCount' : 'argumentRange', params: { name, least, count: most, given } }),
    calledAsOther: ({ name, isMethod }, report) =>
      report({ code: isMethod ? 'isMethod' : 'isFunction', params: { name } }),
    textPrefixNotLiteral: (_, report) => report({ code: 'prefixNotLiteral' }),
    hasTakesField: (_, report) => report({ code: 'hasTakesField' }),
    takesOneArgument: ({ name }, report) => report({ code: 'takesOneArgument', params: { name } }),
    macroItemNotNamed: ({ name }, report) => report({ code: 'itemNotNamed', params: { name } }),
    macroArguments: ({ name }, report) => report({ code: 'macroArguments', params: { name } }),
    textKeyNotLiteral: (_, report) => report({ code: 'keyNotLiteral' }),
    textFunctionArguments: (_, report) => report({ code: 'textFunctionArguments' }),
  },
}
export default rule
