import { conforms } from '../../src/engine/language/forms/validate.ts'
import type { Shape } from '../../src/engine/language/expressions/program.ts'
import { checkDialect, type Schema } from './lib/schema.ts'
import { readJson, SchemaError, type Files } from './lib/files.ts'
import { TypeFile } from './lib/types.ts'

const FILE = 'schemas/preferences.json'

/** The preferences with their schemas and default values, and their types. */
export default async function generate(root: string): Promise<Files> {
  const schema: Schema = readJson(root, FILE) as Schema
  checkDialect(schema, FILE)
  const preferences = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const shape = { ...property }
    delete shape.description
    delete shape['x-of-user']
    if (shape.default === undefined || !conforms(shape as Shape, shape.default))
      throw new SchemaError(FILE, `properties/${name}`, 'needs a "default" that its own schema allows')
    return [name, shape]
  })
  const ofUser = Object.entries(schema.properties ?? {}).filter(([, property]) => property['x-of-user'] !== undefined)
  const namesOf = (entries: typeof ofUser): string => JSON.stringify(entries.map(([name]) => name))
  const kept = ofUser.filter(([, property]) => property['x-of-user'] === 'kept')
  const types = new TypeFile()
  types.add('Preferences', types.read(schema, FILE))
  return new Map([
    [
      'src/generated/preferences.ts',
      `${await types.write()}\n/** Schema of each preference, with its default value. */\nexport const preferenceSchemas = ${JSON.stringify(Object.fromEntries(preferences), null, 2)}\n\n/** Preferences of the user, not of the device: the end of a session resets them. */\nexport const userPreferences: readonly (keyof Preferences)[] = ${namesOf(ofUser)}\n\n/** Those that the next login of the user on the device restores. */\nexport const keptUserPreferences: readonly (keyof Preferences)[] = ${namesOf(kept)}\n`,
    ],
  ])
}
