import type { Expr, Root } from '../../../src/engine/language/expressions/program.ts'
import { QUERY_STATUS, rootMembers } from '../../../src/engine/language/expressions/roots.ts'
import type { Contract, Form, Vocabulary } from '../contract/contract.ts'
import { pathKey } from '../infer/astKey.ts'
import type { Binding } from '../infer/scope.ts'
import { memo } from '../source/memo.ts'
import { resolveAll } from '../infer/unitRefs.ts'
import type { Schema } from '../contract/schema.ts'
import { WRONG, nullable, readField, typeOf } from '../infer/types.ts'
import type { SymbolRef } from '../source/names/mention.ts'
import type { Type } from '../infer/types.ts'
import type { DeclaredQuery, Declared } from '../contract/declarations.ts'
import { untypedPaths } from '../contract/untypedPaths.ts'

const valueBinding = (type: Type, expr: Expr, used?: () => void): Binding => ({
  kind: 'value',
  type,
  expr,
  ...(used ? { used } : {}),
})

function group(title: string, members: ReadonlyMap<string, Binding>): Binding {
  return { kind: 'group', title, member: (name) => members.get(name), names: () => members.keys() }
}

function rootGroup(title: string, root: Root, types: Record<string, Type>): Binding {
  return group(
    title,
    new Map(Object.entries(types).map(([name, type]) => [name, valueBinding(type, ['@', root, name])])),
  )
}

const typesOf = (schemas: Readonly<Record<string, Schema>>): Record<string, Type> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, typeOf(schema)]))

/** Root names of every expression, in screens and parts. */
export const rootNames = ({ vocabulary }: Contract): readonly [string, Binding][] => namesOfVocabulary(vocabulary)

const namesOfVocabulary = memo((contract: Vocabulary): readonly [string, Binding][] => {
  const config =
    contract.config.k === 'object'
      ? Object.fromEntries([...contract.config.fields].map(([name, field]) => [name, readField(field)]))
      : {}
  const { session, preferences, device } = rootMembers({
    languages: contract.languages,
    modes: contract.modes,
    moneyCalls: [...contract.calls].filter(([, { effect }]) => effect === 'money').map(([call]) => call),
  })
  return [
    ['session', rootGroup('member of the session', 'session', { ...typesOf(session), user: nullable(contract.user) })],
    [
      'preferences',
      rootGroup('preference of the user', 'preferences', typesOf({ ...preferences, ...contract.preferences })),
    ],
    ['device', rootGroup('state of the device', 'device', typesOf(device))],
    ['config', rootGroup('operator setting', 'config', config)],
  ]
})

/** Types of the fields of a form. */
const draftTypes = memo(({ id, draft }: Form): ReadonlyMap<string, Type> =>
  resolveAll(new Map([...draft.fields].map(([name, field]) => [name, field.type])), (name) =>
    pathKey('forms', id, name),
  ),
)

/** The root `forms`: current values of the forms of a screen or part. */
export function draftNames(contract: Contract, drafted: (form: string) => void): [string, Binding] {
  // Built on read: most screens read the drafts of few forms.
  return [
    'forms',
    {
      kind: 'group',
      title: 'form',
      names: () => contract.forms.keys(),
      member(id) {
        const form = contract.forms.get(id)
        const types = form && draftTypes(form)
        return (
          types &&
          group(
            `field of the form "${id}"`,
            new Map(
              [...types].map(([name, type]) => [
                name,
                valueBinding(nullable(type), ['.', ['@', 'forms', id], name], () => drafted(id)),
              ]),
            ),
          )
        )
      },
    },
  ]
}

/** The root `params`: parameters of the route. */
export const paramNames = (params: ReadonlyMap<string, Declared>, owner: string): [string, Binding][] => [
  ['params', declaredGroup({ title: 'parameter', kind: 'param', owner }, 'params', params)],
]

interface Group {
  title: string
  kind: 'state' | 'param'
  /** The file of the declarations. */
  owner: string
}

/** Marks a text that is declared without a format. */
const withoutFormat = (type: Type): Type =>
  type.k === 'string' && type.format === undefined && type.enum === undefined ? { ...type, declared: true } : type

function declaredGroup({ title, kind, owner }: Group, root: Root, all: ReadonlyMap<string, Declared>): Binding {
  // A declaration without a type is reported where it is declared.
  const types = resolveAll(
    new Map(
      [...all].map(([name, item]) => [
        name,
        untypedPaths(item.schema).length > 0 ? WRONG : withoutFormat(typeOf(item.schema)),
      ]),
    ),
    (name) => pathKey(root, name),
  )
  return group(
    title,
    new Map(
      [...all].map(([name, item]) => [
        name,
        {
          ...valueBinding(types.get(name) ?? WRONG, ['@', root, name], () => {
            item.used = true
          }),
          of: { kind, name, owner },
        },
      ]),
    ),
  )
}

/** Root names of one screen: state, parameters, queries, their status, and drafts. */
export function screenNames(
  contract: Contract,
  states: ReadonlyMap<string, Declared>,
  params: ReadonlyMap<string, Declared>,
  queries: ReadonlyMap<string, DeclaredQuery>,
  owner: string,
  drafted: (form: string) => void,
): [string, Binding][] {
  return [
    ['state', declaredGroup({ title: 'state', kind: 'state', owner }, 'state', states)],
    ...paramNames(params, owner),
    draftNames(contract, drafted),
    ...queryNames(queries, (name) => ({ kind: 'query', name, owner })),
  ]
}

const QUERY_TYPES = typesOf(QUERY_STATUS)

/** Root names of the queries and of their status (`queries`); `local` gives the name of a query in the lowered form. */
export function queryNames(
  queries: ReadonlyMap<string, DeclaredQuery>,
  symbol: (name: string) => SymbolRef,
  local = (name: string): string => name,
): [string, Binding][] {
  const meta = new Map<string, Binding>()
  for (const [name, query] of queries) {
    const about: Expr = ['@', 'queries', local(name)]
    meta.set(name, {
      ...group(
        `status of the query "${name}"`,
        new Map(
          Object.entries(QUERY_TYPES).map(([fact, type]) => [
            fact,
            valueBinding(type, ['.', about, fact], () => {
              query.used = true
            }),
          ]),
        ),
      ),
      of: symbol(name),
    })
  }
  return [
    ['queries', group('query', meta)],
    ...[...queries].map(([name, query]): [string, Binding] => [
      name,
      // An unknown call is reported where it is named.
      {
        kind: 'value',
        type: query.call === '' ? WRONG : nullable(typeOf(query.schema)),
        expr: ['@', 'data', local(name)],
        query: true,
        of: symbol(name),
        used: () => {
          query.used = true
        },
      },
    ]),
  ]
}
