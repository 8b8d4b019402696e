import type { Rule } from '../rule.ts'
import { suggest } from '../source/names/nearest.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  meta: {
    name: 'fixture-name',
    severity: 'error',
    doc: 'A fixture belongs to a screen, and names its queries, calls, parameters and states, the codes of their refusals, and a kind of user.',
  },
  on: {
    fieldsOfVisitor: (_, report) => report({ code: 'fieldsOfVisitor' }),
    kindOfVisitor: (_, report) => report({ code: 'kindOfVisitor' }),
    unknownFixtureField: ({ name, owner, members }, report) =>
      report({
        code: 'noField',
        params: { name, owner },
        suggestion: suggest(name, members) ?? itHas(members.slice(0, 12)),
      }),
    noListAtPath: ({ path, call, lists }, report) =>
      report({
        code: 'noListAt',
        params: { call, path },
        suggestion:
          suggest(path, lists) ??
          (lists.length === 0 ? REMOVE : { code: 'advice/itsLists', params: { names: lists.join(', ') } }),
      }),
    unknownFixtureMember: ({ name, holder, members }, report) =>
      report({
        code: 'noMember',
        params: { holder, name, members: members.join(', ') },
        suggestion: suggest(name, members),
      }),
    unknownFixtureParam: ({ name, params }, report) =>
      report({ code: 'noParam', params: { name }, suggestion: suggest(name, params) ?? itHas(params) }),
    unknownRefusal: ({ code, call, codes }, report) =>
      report({
        code: 'noRefusal',
        params: { call, code },
        suggestion:
          suggest(code, codes) ??
          (codes.length === 0 ? REMOVE : { code: 'advice/itAnswers', params: { names: codes.join(', ') } }),
      }),
    fixtureOfNoScreen: ({ id, screens }, report) =>
      report({ code: 'noScreen', params: { id }, suggestion: suggest(id, screens) }),
    unknownFixtureState: ({ name, states }, report) =>
      report({ code: 'noState', params: { name }, suggestion: suggest(name, states) ?? itHas(states) }),
    unknownUserKind: ({ name, kinds }, report) =>
      report({ code: 'noUserKind', params: { name, kinds: kinds.join(' or ') }, suggestion: suggest(name, kinds) }),
    invalidFixtureName: ({ name }, report) => report({ code: 'notFixtureName', params: { name: name.slice(0, 60) } }),
    fixtureReplyNotUsed: ({ name, used }, report) =>
      report({
        code: 'notUsed',
        params: { name },
        suggestion:
          suggest(name, used) ??
          (used.length === 0
            ? { code: 'advice/removeUnused' }
            : { code: 'advice/itUses', params: { names: used.join(', ') } }),
      }),
    fixtureParamMissing: ({ name }, report) => report({ code: 'paramNeeded', params: { name } }),
    visitorOfClosedScreen: (_, report) => report({ code: 'visitorOfClosedScreen' }),
  },
}
export default rule

const REMOVE: Message = { code: 'advice/remove' }
const itHas = (names: readonly string[]): Message =>
  names.length === 0 ? REMOVE : { code: 'advice/itHas', params: { names: names.join(', ') } }
