import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  name: 'fixture-name',
  severity: 'error',
  doc: 'A fixture belongs to a screen, and names its queries, calls, parameters and states, the codes of their refusals, and a kind of user.',
}
export default rule

export const noScreen = (id: string, screens: Iterable<string>): Report => ({
  rule,
  code: 'noScreen',
  params: { id },
  suggestion: suggest(id, screens),
})

export const notFixtureName = (name: string): Report => ({
  rule,
  code: 'notFixtureName',
  params: { name: name.slice(0, 60) },
})

/** `holder`: the owner of the members, as text. */
export const noMember = (name: string, holder: string, members: readonly string[]): Report => ({
  rule,
  code: 'noMember',
  params: { holder, name, members: members.join(', ') },
  suggestion: suggest(name, members),
})

export const noUserKind = (name: string, kinds: readonly string[]): Report => ({
  rule,
  code: 'noUserKind',
  params: { name, kinds: kinds.join(' or ') },
  suggestion: suggest(name, kinds),
})

export const kindOfVisitor = (): Report => ({
  rule,
  code: 'kindOfVisitor',
})

export const visitorOfClosedScreen = (): Report => ({
  rule,
  code: 'visitorOfClosedScreen',
})

export const fieldsOfVisitor = (): Report => ({
  rule,
  code: 'fieldsOfVisitor',
})

export const notUsed = (name: string, used: readonly string[]): Report => ({
  rule,
  code: 'notUsed',
  params: { name },
  suggestion:
    suggest(name, used) ??
    (used.length === 0
      ? { code: 'advice/removeUnused' }
      : { code: 'advice/itUses', params: { names: used.join(', ') } }),
})

export const noParam = (name: string, params: readonly string[]): Report => ({
  rule,
  code: 'noParam',
  params: { name },
  suggestion: suggest(name, params) ?? itHas(params),
})

export const paramNeeded = (name: string): Report => ({
  rule,
  code: 'paramNeeded',
  params: { name },
})

export const noState = (name: string, states: readonly string[]): Report => ({
  rule,
  code: 'noState',
  params: { name },
  suggestion: suggest(name, states) ?? itHas(states),
})

export const noRefusal = (code: string, call: string, codes: readonly string[]): Report => ({
  rule,
  code: 'noRefusal',
  params: { call, code },
  suggestion:
    suggest(code, codes) ??
    (codes.length === 0 ? REMOVE : { code: 'advice/itAnswers', params: { names: codes.join(', ') } }),
})

/** `owner`: the object as text; `members`: its members. */
export const noField = (name: string, owner: string, members: readonly string[]): Report => ({
  rule,
  code: 'noField',
  params: { name, owner },
  suggestion: suggest(name, members) ?? itHas(members.slice(0, 12)),
})

export const noListAt = (path: string, call: string, lists: readonly string[]): Report => ({
  rule,
  code: 'noListAt',
  params: { call, path },
  suggestion:
    suggest(path, lists) ??
    (lists.length === 0 ? REMOVE : { code: 'advice/itsLists', params: { names: lists.join(', ') } }),
})

const REMOVE: Message = { code: 'advice/remove' }
const itHas = (names: readonly string[]): Message =>
  names.length === 0 ? REMOVE : { code: 'advice/itHas', params: { names: names.join(', ') } }
