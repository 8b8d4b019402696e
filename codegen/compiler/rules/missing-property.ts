import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'missing-property',
    severity: 'error',
    follows: {
      // A screen that opens itself lacks its own parameters.
      'show-loop': 'near',
    },
    doc: 'Every required member is present.',
  },
  on: {
    requiredMemberMissing: ({ holder, name }, report) => report({ code: 'needs', params: { holder, name } }),
    actionMissing: (_, report) => report({ code: 'noActionName' }),
    memberMissing: ({ name }, report) => report({ code: 'memberMissing', params: { name } }),
    partParamMissing: ({ part, name }, report) => report({ code: 'needsParam', params: { part, name } }),
    actionArgumentMissing: ({ action, name }, report) => report({ code: 'needsArgument', params: { action, name } }),
    routeParamsMissing: ({ route, members }, report) => report({ code: 'needsParams', params: { route, members } }),
    payloadMissing: ({ call, members }, report) => report({ code: 'needsPayload', params: { call, members } }),
    propMissing: ({ widget, name }, report) => report({ code: 'needsProp', params: { widget, name } }),
    initialValueMissing: (_, report) => report({ code: 'noFirstValue' }),
    stateTypeMissing: ({ state }, report) => report({ code: 'noStateType', params: { state } }),
    typeOfInitialExpressionMissing: ({ state }, report) => report({ code: 'noTypeOfExpression', params: { state } }),
  },
}
export default rule
