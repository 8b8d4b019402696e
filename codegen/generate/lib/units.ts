import { posix } from 'node:path'
import { UNIT_FOLDERS, unitOf, type UnitKind } from '../../compiler/source/folders.ts'
import { jsonFiles, SchemaError } from './files.ts'

/** The widgets or actions of the project with their schema files. Throws SchemaError for a file that belongs to no unit, and for a second unit of one name. */
export function units(root: string, kind: UnitKind): { name: string; file: string }[] {
  const found = new Map<string, string>()
  for (const folder of UNIT_FOLDERS[kind]) {
    for (const file of jsonFiles(root, folder, '.schema.json')) {
      const name = posix.basename(posix.dirname(file))
      if (unitOf(file)?.name !== name)
        throw new SchemaError(file, '', `belongs into ${folder}/<name>/<name>.schema.json`)
      const other = found.get(name)
      if (other !== undefined) throw new SchemaError(file, '', `has the name of ${other}`)
      found.set(name, file)
    }
  }
  return [...found].map(([name, file]) => ({ name, file }))
}
