import { compileFunction } from 'node:vm'
import { hashForSchema, type RJSFSchema } from '@rjsf/utils'
import { Ajv } from 'ajv'
import { minifySync } from 'rolldown/utils'
import { linkValidators, type FormModule, type FormValidators } from '../../src/engine/language/forms/formModule.ts'
import { canonicalJson } from '../../src/engine/language/values/canonicalJson.ts'
import { formats } from '../../src/engine/language/forms/schemaFormats.ts'
import { isJsonObject } from '../../src/engine/language/values/json.ts'
import type { Json, Shape } from '../../src/engine/language/expressions/program.ts'
import { USES } from '../compiler/contract/dialect.ts'
import { formValidatorsCode, refuse } from '../compiler/forms/formAjv.ts'
import { subschemasOf } from '../compiler/contract/subschemas.ts'

/** Compiles the schema of a form to the text of its module. Throws, with a message, if that is not possible. */
export type CompileForm = (schema: Shape) => string

/** Modules that a compiler remembers: a few times the forms of a large project. */
const CACHE_LIMIT = 1_000

/** Judges the schemas themselves. One instance: each compiles the meta-schema of draft-07, which takes longer than a form. */
const judge = new Ajv({ strict: false, logger: false })

/** A compiler of forms that compiles each distinct schema once. */
export function createFormCompiler(): CompileForm {
  const modules = new Map<string, string>()
  return (schema) => {
    const key = canonicalJson(schema)
    let text = modules.get(key)
    if (text === undefined) {
      text = compileFormValidators(schema)
      if (modules.size >= CACHE_LIMIT) modules.clear()
      modules.set(key, text)
    }
    return text
  }
}

/**
 * The text of an ES module with the validators of a form: of the root schema, and of each sub-schema by which RJSF decides a branch.
 * Its exports are those of FormModule in src/engine/language/forms/formModule.ts. Equal schemas give equal bytes: properties are read in the order
 * in which a published screen has them.
 */
export function compileFormValidators(schema: Shape): string {
  const ordered = JSON.parse(canonicalJson(schema)) as Shape
  const names = [...formatsIn(ordered)].toSorted()
  if (!judge.validateSchema(ordered)) throw new Error(`The form has no valid schema: ${judge.errorsText()}.`)
  const main = hashForSchema(ordered as RJSFSchema)
  const code = formValidatorsCode(ordered)
  // The text of ajv is CommonJS. As the body of a function it gets its helpers, and the one copy of the formats, from the app.
  const text = `export const formats = ${JSON.stringify(names)}\nexport const main = ${JSON.stringify(main)}\nexport default (require, formats) => {\nconst exports = {}\n${code}\nreturn exports\n}\n`
  link(code, names, main)
  const { code: small, errors } = minifySync('form.js', text, {
    module: true,
    compress: { target: 'es2022' },
    mangle: true,
  })
  if (errors[0]) throw new Error(`The validators of the form cannot be minified: ${errors[0].message}`)
  return small
}

/** The formats that a schema has checked. Refuses what changes how the compiler names or runs its code. */
function formatsIn(schema: Record<string, Json>, formatNames: Set<string> = new Set()): Set<string> {
  const { $id, $async, format, required, properties, dependencies } = schema
  // ajv writes an $id into a comment of its code.
  if ($id !== undefined) refuse('a form has no "$id"')
  if ($async !== undefined) refuse('a form has no "$async"')
  if (typeof format === 'string') {
    if (Object.hasOwn(formats, format)) formatNames.add(format)
    else if (!Object.hasOwn(USES, format)) refuse(`"${format}" is not a format`)
  }
  // Whether ajv finds one missing depends on its options.
  if (
    [properties, dependencies].some((map) => isJsonObject(map) && Object.hasOwn(map, '')) ||
    (Array.isArray(required) && required.includes(''))
  )
    refuse('a property has a name')
  for (const [, subschema] of subschemasOf(schema)) formatsIn(subschema, formatNames)
  return formatNames
}

/** Links the code once as clients do: a module that they would reject is not published. */
function link(code: string, names: readonly string[], main: string): FormValidators {
  const make = compileFunction(`const exports = {}\n${code}\nreturn exports`, [
    'require',
    'formats',
  ]) as FormModule['default']
  return linkValidators({ formats: names, main, default: make })
}
