import type { Report, Rule } from '../../compile/diagnostics.ts'
import { suggest } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'fixture-name',
  severity: 'error',
  doc: 'A fixture belongs to a screen, and names its queries, calls, parameters and states, the codes of their refusals, and a kind of user.',
}
export default rule

export const noScreen = (id: string, screens: Iterable<string>): Report => ({
  rule,
  message: `There is no screen "${id}" that these fixtures could belong to.`,
  suggestion: suggest(id, screens) ?? 'The path of the file after fixtures/screens/ is the id of its screen.',
})

export const notFixtureName = (name: string): Report => ({
  rule,
  message: `"${name.slice(0, 60)}" is not a name of a fixture.`,
  suggestion: 'Write lower-case letters and digits, with hyphens between words: "long-list".',
})

/** `holder`: what has the members, in words. */
export const noMember = (name: string, holder: string, members: readonly string[]): Report => ({
  rule,
  message: `${holder} has no member "${name}".`,
  suggestion: suggest(name, members) ?? `Its members are ${members.join(', ')}.`,
})

export const noUserKind = (name: string, kinds: readonly string[]): Report => ({
  rule,
  message: `There is no kind of user "${name}".`,
  suggestion: suggest(name, kinds) ?? `Write ${kinds.join(' or ')}, or add it to fixtures/users.json.`,
})

export const kindOfVisitor = (): Report => ({
  rule,
  message: 'A visitor is not logged in, and has no fields.',
  suggestion: 'Choose another name: the kind "visitor" exists without this file.',
})

export const visitorOfClosedScreen = (): Report => ({
  rule,
  message: 'A visitor does not see this screen: it requires a login.',
  suggestion: 'Write another kind of user.',
})

export const fieldsOfVisitor = (): Report => ({
  rule,
  message: 'A visitor has no fields.',
  suggestion: 'Remove "userFields", or write another kind of user.',
})

export const notUsed = (name: string, used: readonly string[]): Report => ({
  rule,
  message: `The screen has no query "${name}" and does not use such a call.`,
  suggestion:
    suggest(name, used) ?? (used.length === 0 ? 'Remove it: the screen uses no call.' : `It uses ${used.join(', ')}.`),
})

export const noParam = (name: string, params: readonly string[]): Report => ({
  rule,
  message: `The screen has no parameter "${name}".`,
  suggestion: suggest(name, params) ?? (params.length === 0 ? 'Remove it.' : `It has ${params.join(', ')}.`),
})

export const paramNeeded = (name: string): Report => ({
  rule,
  message: `The screen requires its parameter "${name}".`,
  suggestion: `Add "params": { "${name}": … }.`,
})

export const noState = (name: string, states: readonly string[]): Report => ({
  rule,
  message: `The screen has no state "${name}".`,
  suggestion: suggest(name, states) ?? (states.length === 0 ? 'Remove it.' : `It has ${states.join(', ')}.`),
})

export const noRefusal = (code: string, call: string, codes: readonly string[]): Report => ({
  rule,
  message: `The call ${call} never answers with "${code}".`,
  suggestion: suggest(code, codes) ?? (codes.length === 0 ? 'Remove it.' : `It answers with ${codes.join(', ')}.`),
})

/** `owner`: the object in words; `members`: those that it has. */
export const noField = (name: string, owner: string, members: readonly string[]): Report => ({
  rule,
  message: `There is no "${name}" in ${owner}.`,
  suggestion:
    suggest(name, members) ?? (members.length === 0 ? 'Remove it.' : `It has ${members.slice(0, 12).join(', ')}.`),
})

export const noListAt = (path: string, call: string, lists: readonly string[]): Report => ({
  rule,
  message: `The reply of ${call} has no list "${path}".`,
  suggestion: suggest(path, lists) ?? (lists.length === 0 ? 'Remove it.' : `Its lists are ${lists.join(', ')}.`),
})
