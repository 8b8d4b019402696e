import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'fixture-value',
    severity: 'error',
    follows: {
      // No value meets a schema without a value.
      'impossible-schema': 'contract',
    },
    doc: 'A value of a fixture fits the schema of its place: the answer of the call, the user, the parameter, the state.',
  },
  on: {
    refusalParamMissing: ({ code, name }, report) => report({ code: 'messageNeeds', params: { code, name } }),
    invalidFixtureTime: (_, report) => report({ code: 'notTime' }),
    otherFixtureValue: ({ expected, found }, report) => report({ code: 'otherValue', params: { expected, found } }),
    paramsWithoutRefusal: (_, report) => report({ code: 'paramsWithoutRefusal' }),
    twoFixtureReplies: (_, report) => report({ code: 'twoReplies' }),
  },
}
export default rule
