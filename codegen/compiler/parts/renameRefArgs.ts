import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { ActionDef } from '../contract/contract.ts'
import { isRefTo } from '../contract/schemaRef.ts'

/** The arguments of a step with the names of states and queries in them changed. */
export function renameRefArgs(
  args: Record<string, Json>,
  action: ActionDef | undefined,
  rename: (name: string) => string,
): Record<string, Json> {
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'string') return value
    const [head = '', ...inner] = value.split('.')
    return [rename(head), ...inner].join('.')
  }
  const names = Object.entries(action?.args.properties ?? {}).filter(([, schema]) =>
    [schema, schema.items].some((item) => isRefTo(item, 'state', 'query', 'pagedQuery')),
  )
  return {
    ...args,
    ...Object.fromEntries(names.flatMap(([name]) => (args[name] === undefined ? [] : [[name, change(args[name])]]))),
  }
}
