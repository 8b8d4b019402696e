import type { RJSFSchema } from '@rjsf/utils'

/** The properties that the conditions of a schema read: a change of these may change the form itself. */
export function conditionNames(schema: RJSFSchema, names = new Set<string>()): Set<string> {
  for (const name of Object.keys(schema.dependencies ?? {})) names.add(name)
  const condition = schema.if
  if (typeof condition === 'object') namesRead(condition, names)
  for (const branch of [schema.then, schema.else, ...(schema.allOf ?? [])])
    if (typeof branch === 'object') conditionNames(branch, names)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    // A condition within a property is about that property's own values.
    if (typeof property === 'object' && conditionNames(property).size > 0) names.add(name)
  }
  return names
}

function namesRead(condition: RJSFSchema, names: Set<string>): void {
  for (const name of [...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])]) names.add(name)
  for (const part of [
    ...(condition.allOf ?? []),
    ...(condition.anyOf ?? []),
    ...(condition.oneOf ?? []),
    condition.not,
  ])
    if (typeof part === 'object') namesRead(part, names)
}
