import type { PropertySchema } from './vocabulary.ts'
import { report } from '../../engine/language/report.ts'

interface PartParameter extends PropertySchema {
  required?: never
  optional?: boolean
}

const PART = /^screens\/parts\/(.+)\.json$/
const cache = new WeakMap<object, ReadonlyMap<string, PropertySchema>>()

/** The parameters of the parts, as the schema of an object. A part that is not JSON is left out. */
export function partsOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, PropertySchema> {
  const known = cache.get(files)
  if (known) return known
  const found = new Map<string, PropertySchema>()
  for (const [path, text] of Object.entries(files)) {
    const id = PART.exec(path)?.[1]
    if (id === undefined) continue
    try {
      const { params = {} } = JSON.parse(text) as { params?: Record<string, PartParameter> }
      found.set(id, { type: 'object', properties: params })
    } catch (error) {
      // The compiler reports the syntax error.
      report(error, 'parse a file')
    }
  }
  cache.set(files, found)
  return found
}
