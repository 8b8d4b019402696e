import { showAmount, showType } from '../infer/describeType.ts'
import type { Binding, Scope } from '../infer/scope.ts'
import type { Type } from '../infer/types.ts'

/** A name in scope, or a member of a value, with its type as text; "" for a group of names. */
export interface ScopeName {
  name: string
  type: string
}

export const typeInWords = (type: Type): string => (type.k === 'decimal' ? showAmount(type) : showType(type))

/** The names of a scope, or the members of the value or group at a path in it. */
export function namesOf(scope: Scope, holder: readonly string[]): ScopeName[] {
  const [first, ...rest] = holder
  if (first === undefined) return [...scope.names].map(([name, binding]) => named(name, binding))
  return membersOf(scope.names.get(first), rest)
}

const named = (name: string, binding: Binding | undefined): ScopeName => ({
  name,
  type: binding?.kind === 'value' ? typeInWords(binding.type) : '',
})

function membersOf(binding: Binding | undefined, path: readonly string[]): ScopeName[] {
  const [next, ...rest] = path
  if (binding?.kind === 'group')
    return next === undefined
      ? [...binding.names()].map((name) => named(name, binding.member(name)))
      : membersOf(binding.member(next), rest)
  let type = binding?.type
  for (const name of path) type = type?.k === 'object' ? type.fields.get(name)?.type : undefined
  return type?.k === 'object' ? [...type.fields].map(([name, field]) => ({ name, type: typeInWords(field.type) })) : []
}
