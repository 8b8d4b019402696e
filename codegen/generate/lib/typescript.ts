import { posix } from 'node:path'
import type { Schema } from './schema.ts'
import { literal, pascal, quoted, SchemaError } from './files.ts'

/** Writes schemas of one file as TypeScript; collects the entities that have to be imported. */
export class TypeWriter {
  readonly entities = new Set<string>()

  constructor(readonly file: string) {}

  type(schema: Schema, indent = ''): string {
    if (schema.$ref !== undefined) return this.#entity(schema.$ref)
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
    if (schema.oneOf !== undefined) return schema.oneOf.map((branch) => this.type(branch, indent)).join(' | ')
    if (schema.type === undefined) return 'unknown'
    const types = Array.isArray(schema.type) ? schema.type : [schema.type]
    return types.map((type) => this.#plain(type, schema, indent)).join(' | ')
  }

  /** An object's members, each on its line. */
  members(schema: Schema, indent: string): string {
    const required = new Set(schema.required)
    return Object.entries(schema.properties ?? {})
      .map(([name, property]) => `${this.#doc(property, indent)}${indent}${quoted(name)}${required.has(name) ? '' : '?'}: ${this.type(property, indent)}\n`)
      .join('')
  }

  imports(from: string): string {
    return this.entities.size === 0 ? '' : `import type { ${[...this.entities].toSorted().join(', ')} } from '${from}'\n`
  }

  #plain(type: string, schema: Schema, indent: string): string {
    switch (type) {
      case 'string':
        return schema.format === 'file' ? 'Blob' : 'string'
      case 'integer':
      case 'number':
        return 'number'
      case 'array': {
        const item = schema.items ? this.type(schema.items, indent) : 'unknown'
        return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
      }
      case 'object': {
        if (typeof schema.additionalProperties === 'object' && !schema.properties) return `Record<string, ${this.type(schema.additionalProperties, indent)}>`
        const inner = this.members(schema, `${indent}  `)
        return inner === '' ? 'Record<string, never>' : `{\n${inner}${indent}}`
      }
      default:
        return type
    }
  }

  #doc(schema: Schema, indent: string): string {
    return schema.description === undefined ? '' : `${indent}/** ${schema.description.replaceAll('*/', '*∕')} */\n`
  }

  #entity(reference: string): string {
    const path = posix.join(posix.dirname(this.file), reference)
    const found = /^schemas\/entities\/([A-Za-z]+)\.json$/.exec(path)
    if (!found?.[1]) throw new SchemaError(this.file, `$ref ${reference}`, 'refers to no file of schemas/entities')
    const name = pascal(found[1])
    this.entities.add(name)
    return name
  }
}
