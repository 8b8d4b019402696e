import { showUnitRef } from '../../../codegen/compiler/contract/unitRef.ts'
import type { Type } from '../../../codegen/compiler/infer/types.ts'

/** A type in one line, in the notation of the cases. */
export function typeText(type: Type): string {
  switch (type.k) {
    case 'string':
      return type.enum
        ? type.enum.map((value) => `'${value}'`).join('|')
        : type.format === undefined
          ? 'string'
          : `string<${type.format}>`
    case 'int':
      return `int${type.unit === undefined ? '' : `<${type.unit}>`}${type.enum && !type.literal ? `(${type.enum.join('|')})` : ''}`
    case 'decimal':
      return `decimal<${type.literal ? 'literal' : type.unit}${type.of ? ` of ${showUnitRef(type.of)}` : ''}>`
    case 'list':
      return `list<${typeText(type.of)}>`
    case 'map':
      return `map<${typeText(type.of)}>`
    case 'nullable':
      return `${typeText(type.of)}?`
    case 'object':
      return `{${[...type.fields].map(([name, field]) => `${name}${field.optional ? '?' : ''}: ${typeText(field.type)}`).join(', ')}}`
    case 'union':
      return `one of ${type.options.length} by ${type.tag}`
    default:
      return type.k
  }
}
