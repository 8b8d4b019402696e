import { hashForSchema, type RJSFSchema } from '@rjsf/utils'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import { _, type Ajv } from 'ajv'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import type { Shape } from '../../../src/engine/language/expressions/program.ts'
import { USES } from '../contract/dialect.ts'
import { isEndless, withoutListCycles } from './formCycles.ts'

/**
 * The text of a CommonJS module with the validators of a form: of the root schema, and of each sub-schema by which RJSF decides
 * a branch, each exported by the hash of its schema. Throws, with what ajv says, for a schema that it cannot compile.
 */
export function formValidatorsCode(schema: Shape): string {
  if (isEndless(schema))
    refuse('a condition or an alternative leads to a definition that contains itself within a list')
  const parsed = withoutListCycles(schema)
  return compileSchemaValidatorsCode(parsed as RJSFSchema, {
    ajvFormatOptions: false,
    extenderFn: (ajv) => withDefinitions(withOriginalSchema(withFormats(ajv), parsed, schema), schema),
    ajvOptionsOverrides: {
      allErrors: true,
      verbose: false,
      messages: false,
      strict: false,
      ownProperties: true,
      meta: false,
      validateSchema: false,
      code: { lines: false, optimize: 2, formats: _`formats` },
      logger: { log: refuse, warn: refuse, error: refuse },
    },
  })
}

/** Only the pattern formats of the schemas: formats that describe a use accept any text. */
function withFormats(ajv: Ajv): Ajv {
  for (const name of Object.keys(ajv.formats)) delete ajv.formats[name]
  for (const name of Object.keys(USES)) ajv.addFormat(name, true)
  for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts)
  return ajv
}

/** Schemas that RJSF parsed without cycles are compiled with them. */
function withOriginalSchema(ajv: Ajv, parsed: Shape, schema: Shape): Ajv {
  if (parsed === schema) return ajv
  const hash = hashForSchema(schema as RJSFSchema)
  ajv.removeSchema(hashForSchema(parsed as RJSFSchema))
  return ajv.addSchema({ ...schema, $id: hash }, hash)
}

/** RJSF extracts a branch from its schema, and ajv resolves references within it: the definitions are copied into it. */
function withDefinitions(ajv: Ajv, { definitions }: Shape): Ajv {
  if (definitions === undefined) return ajv
  for (const [id, env] of Object.entries(ajv.schemas)) {
    const branch: unknown = env?.schema
    if (
      typeof branch !== 'object' ||
      branch === null ||
      Object.hasOwn(branch, 'definitions') ||
      !JSON.stringify(branch).includes('"#/definitions/')
    )
      continue
    ajv.removeSchema(id)
    ajv.addSchema({ ...branch, definitions }, id)
  }
  return ajv
}

/** Throws, with the message of ajv's logger, if no validators can be compiled for a schema. */
export const refuse = (...messageParts: unknown[]): never => {
  throw new Error(`The form has no valid schema: ${messageParts.join(' ')}`)
}
