import { Ajv } from 'ajv'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { SchemaResolver, toShape, type Schema } from '../../../codegen/compiler/contract/schema.ts'
import { readJson } from '../../../codegen/generate/lib/files.ts'
import {
  AJV_OPTIONS,
  plainSchema,
  ValidatorModule,
  type Errors,
  type Extension,
} from '../../../codegen/generate/lib/standalone.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { conforms } from '../../../src/engine/language/forms/validate.ts'

export const ROOT = join(import.meta.dirname, '../../..')
export const FOLDER = 'tests/cases/json-schema'

/** Cases of one schema, in the format of the JSON Schema Test Suite. */
export interface Group {
  description: string
  schema: Schema
  tests: { description: string; data: unknown; valid: boolean }[]
}

export type Check = (value: unknown) => boolean

const json = (folder: string) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.json'))
/** The files with cases, each named by its keyword. */
export const KEYWORD_FILES = json(FOLDER)
const remotes = json(`${FOLDER}/remotes`).map((name) => ({
  file: `${FOLDER}/remotes/${name}`,
  name,
  schema: readJson(ROOT, `${FOLDER}/remotes/${name}`) as Schema,
}))
/** The base file of relative references in a case's schema. */
const CASE_FILE = `${FOLDER}/ref.json`

const resolver = new SchemaResolver(
  (file) => readJson(ROOT, file),
  (reference) => {
    throw new Error(`${reference} leads nowhere`)
  },
)

/** The validator of shapes that are sent as data. */
export function shapeCheck(schema: Schema): Check {
  const shape = toShape(resolver.resolve(schema, CASE_FILE))
  return (value) => conforms(shape, value)
}

const ajv = new Ajv({ ...AJV_OPTIONS, addUsedSchema: false })
for (const { file, schema } of remotes) ajv.addSchema(plainSchema(schema, file, 'closed'), `placard:${file}`)

/** Ajv, compiling at run time with the options of the generated validators. */
export function runtimeCheck(schema: Schema): Check {
  const validate = ajv.compile(plainSchema(schema, CASE_FILE, 'closed'))
  return (value) => validate(value)
}

/** Validators of a generated module, in the order of the schemas. */
export function moduleChecks(schemas: readonly Schema[], extension: Extension, errors: Errors): Check[] {
  const module = new ValidatorModule(remotes, extension, errors)
  for (const [index, schema] of schemas.entries()) module.add(`case${index}`, schema, CASE_FILE)
  const code = module
    .code()
    .replace(/^import .*$/m, '')
    .replaceAll(/export const (\w+) =/g, 'out.$1 =')
    .replaceAll(/export default \w+;/g, '')
  const out: Record<string, Check> = {}
  const run = new Script(`(function (formats, out) {${code}})`).runInThisContext() as (
    given: typeof formats,
    into: typeof out,
  ) => void
  run(formats, out)
  return schemas.map((_, index) => out[`case${index}`] as Check)
}
