import type { Schema } from './schema.ts'

/**
 * Kinds of symbols to which the annotation `x-ref` of a schema refers. With `of`: the name of the argument or prop
 * beside it that names the call, route, state, form or list. A value of a kind in LITERAL_KINDS is a literal; a kind in
 * TYPED_KINDS determines the type of the value.
 */
export const REF_KINDS = {
  call: 'a call of the contract',
  payload: 'the payload of the call `of`; `without`: the argument that names a field of it which comes from elsewhere',
  payloadField: 'a field of the payload of the call `of`',
  route: 'a route of the catalogue',
  params: 'the parameters of the screen whose route is `of`',
  state: 'a state of the screen',
  stateValue: 'a value of the state `of`',
  query: 'a query of the screen',
  pagedQuery: 'a query of the screen whose call has pages',
  preference: 'a preference of `schemas/preferences.json`',
  preferenceValue: 'a value of the preference `of`',
  formValues: 'the values of the form `of`',
  partialFormValues: 'some of the values of the form `of`',
  formField: 'a field of the form `of`',
  formFieldMap: 'a map by fields of the form `of`',
  codeTarget: 'the value that a code of the form `of` is sent to',
  itemId: 'the `id` of one of the items of `of`',
} as const

export type RefKind = keyof typeof REF_KINDS
export interface SchemaRef {
  kind: RefKind
  of?: string
  without?: string
}

/** Kinds without an argument beside them. */
export const ROOT_KINDS: ReadonlySet<RefKind> = new Set(['call', 'route', 'state', 'query', 'pagedQuery', 'preference'])
export const LITERAL_KINDS: ReadonlySet<RefKind> = new Set([...ROOT_KINDS, 'payloadField'])
export const TYPED_KINDS: ReadonlySet<RefKind> = new Set([
  'payload',
  'params',
  'stateValue',
  'preferenceValue',
  'formValues',
  'partialFormValues',
])

/** The annotation `x-ref` of a schema that has passed checkSchema; undefined without it. */
export const refOf = (schema: Schema | undefined): SchemaRef | undefined => schema?.['x-ref'] as SchemaRef | undefined

/** Whether a schema has the annotation `x-ref`, of one of these kinds. */
export const isRefTo = (schema: Schema | undefined, ...kinds: readonly RefKind[]): boolean => {
  const ref = refOf(schema)
  return ref !== undefined && kinds.includes(ref.kind)
}

/** The name of the argument that a reference of this kind depends on. */
export const refArgument = (schema: Schema | undefined, kind: RefKind): string | undefined => {
  const ref = refOf(schema)
  return ref?.kind === kind ? ref.of : undefined
}
