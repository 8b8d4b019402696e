import { formats } from '../../src/core/formats.ts'
import type { JsonNode } from './source.ts'

/**
 * The project's schemas are a subset of JSON Schema draft-07. This is the only description of it: the compiler and the generators
 * reject other keywords (checkSchema.ts), and the documentation shows these tables.
 */
export type JsonType = NonNullable<JsonNode['type']>

export interface Keyword {
  /** The type it belongs to; a schema of another type must not have it. */
  of: 'any' | 'string' | 'number' | 'array' | 'object'
  /** Its allowed values. */
  holds: readonly JsonType[]
  about: string
}

const ANY: readonly JsonType[] = ['string', 'number', 'boolean', 'null', 'array', 'object']

export const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: { of: 'any', holds: ['string', 'array'], about: 'one type, or [type, "null"]' },
  enum: { of: 'any', holds: ['array'], about: 'the values that may stand here' },
  const: { of: 'any', holds: ['string', 'number', 'boolean', 'null'], about: 'the only value that may stand here' },
  oneOf: { of: 'any', holds: ['array'], about: 'several objects told apart by a property with a `const`, or one schema and null' },
  $ref: { of: 'any', holds: ['string'], about: 'the schema of another file; beside it only a description' },
  description: { of: 'any', holds: ['string'], about: 'for people' },
  default: { of: 'any', holds: ANY, about: 'what stands here when nothing is given' },
  $schema: { of: 'any', holds: ['string'], about: 'for editors' },
  properties: { of: 'object', holds: ['object'], about: 'the schema of each property' },
  required: { of: 'object', holds: ['array'], about: 'properties that must be there' },
  additionalProperties: { of: 'object', holds: ['boolean', 'object'], about: '`false`, or the schema of the values of a map; always written' },
  items: { of: 'array', holds: ['object'], about: 'the schema of each item; always written' },
  minItems: { of: 'array', holds: ['number'], about: 'least number of items' },
  maxItems: { of: 'array', holds: ['number'], about: 'greatest number of items; always written in the contract' },
  minimum: { of: 'number', holds: ['number'], about: 'least value' },
  maximum: { of: 'number', holds: ['number'], about: 'greatest value' },
  minLength: { of: 'string', holds: ['number'], about: 'least length in characters' },
  maxLength: { of: 'string', holds: ['number'], about: 'greatest length in characters' },
  format: { of: 'string', holds: ['string'], about: 'a named pattern of `src/core/formats.ts`, or how the value is used (below); on an integer `unix-seconds`' },
}

/**
 * Additional keywords of forms: the keywords of draft-07 that react-jsonschema-form draws. Patterns stay named formats, references
 * stay within the form, and `multipleOf` is for whole numbers.
 */
export const FORM_KEYWORDS: Readonly<Record<string, Keyword>> = {
  title: { of: 'any', holds: ['string'], about: 'the label: a key of `locales/`' },
  if: { of: 'any', holds: ['object'], about: 'the condition of `then` and `else`' },
  then: { of: 'any', holds: ['object'], about: 'what joins the schema while the condition holds' },
  else: { of: 'any', holds: ['object'], about: 'what joins it otherwise' },
  allOf: { of: 'any', holds: ['array'], about: 'schemas that all hold' },
  anyOf: { of: 'any', holds: ['array'], about: 'schemas of which the user chooses one' },
  not: { of: 'any', holds: ['object'], about: 'a schema that must not hold' },
  dependencies: { of: 'object', holds: ['object'], about: 'by property: the names that it needs, or the schema that joins while it is there' },
  definitions: { of: 'any', holds: ['object'], about: 'schemas that `$ref` names as `#/definitions/<name>`' },
  minProperties: { of: 'object', holds: ['number'], about: 'least number of properties' },
  maxProperties: { of: 'object', holds: ['number'], about: 'greatest number of properties' },
  items: { of: 'array', holds: ['object', 'array'], about: 'the schema of each item, or a list with that of the first, the second, …' },
  additionalItems: { of: 'array', holds: ['boolean', 'object'], about: 'the schema of the items after those that `items` lists' },
  uniqueItems: { of: 'array', holds: ['boolean'], about: 'no two items are equal; with `maxItems` of at most 100' },
  exclusiveMinimum: { of: 'number', holds: ['number'], about: 'what every value is above' },
  exclusiveMaximum: { of: 'number', holds: ['number'], about: 'what every value is below' },
  multipleOf: { of: 'number', holds: ['number'], about: 'a whole number that every value is a multiple of' },
}
/** Items compared with one another are compared in pairs. */
export const UNIQUE_ITEMS_LIMIT = 100

/** The allowed places of an annotation. */
export type AnnotationTarget = 'schema' | 'action' | 'branch' | 'widget' | 'event'

export interface Annotation {
  on: readonly AnnotationTarget[]
  holds: readonly JsonType[]
  about: string
}

const FLAG: readonly JsonType[] = ['boolean']
const WORD: readonly JsonType[] = ['string']
const SCHEMA: readonly AnnotationTarget[] = ['schema']
const ACTION: readonly AnnotationTarget[] = ['action']

export const ANNOTATIONS: Readonly<Record<`x-${string}`, Annotation>> = {
  'x-unit': { on: SCHEMA, holds: WORD, about: 'what a decimal counts; `seconds` on an integer' },
  'x-unit-ref': { on: SCHEMA, holds: WORD, about: 'what a decimal is of: a property beside it that holds the currency or symbol (`^name`: of the object around this one), or a literal after `=`' },
  'x-base-currency': { on: SCHEMA, holds: WORD, about: 'on a symbol: the property beside it that holds the currency it deals in' },
  'x-quote-currency': { on: SCHEMA, holds: WORD, about: 'on a symbol: the property beside it that holds the currency of its prices' },
  'x-equals': { on: SCHEMA, holds: WORD, about: 'another place that always holds the same text: `quote.symbol`' },
  'x-error-code': { on: SCHEMA, holds: FLAG, about: 'an answer of the server, shown as the text `error.<code>`' },
  'x-ref': { on: SCHEMA, holds: ['object'], about: '{kind, of, without}: what the value refers to; the kinds are listed below' },
  'x-condition': { on: SCHEMA, holds: FLAG, about: 'an expression that is true or false' },
  'x-cases': { on: SCHEMA, holds: ['object'], about: 'the schema for each value of the argument that an `x-ref` of the kind `case` names' },
  'x-confirmed-value': { on: SCHEMA, holds: FLAG, about: 'what the reader agrees to' },
  'x-suppresses-toast': { on: SCHEMA, holds: FLAG, about: 'where it is true, a failure is told by the `fail` branch alone' },
  'x-secret': { on: SCHEMA, holds: FLAG, about: 'never shown, logged or kept' },
  'x-name': { on: SCHEMA, holds: FLAG, about: 'names the widget for readers who do not see it' },
  'x-alt': { on: SCHEMA, holds: FLAG, about: 'says what a picture shows; null: it is decoration' },
  'x-level': { on: SCHEMA, holds: FLAG, about: 'level of the widget’s heading' },
  'x-live': { on: SCHEMA, holds: FLAG, about: 'switch that makes the widget read out its changes politely' },
  'x-autofocus': { on: SCHEMA, holds: FLAG, about: 'switch that makes the widget take the focus' },
  'x-target-size': { on: SCHEMA, holds: ['object'], about: 'by value: the token with the least size of what is pressed' },
  'x-color': { on: SCHEMA, holds: ['object'], about: '`values` that tell up from down by colour, and the props `beside` it of which one must tell it too' },
  'x-max-chars': { on: SCHEMA, holds: ['number'], about: 'how many letters there is room for at 320 px; letters of full width count twice' },
  'x-a11y': { on: ['widget'], holds: ['object'], about: 'what the widget is for readers who do not see it: `src/widgets/README.md`' },
  'x-version': { on: ['action', 'widget'], holds: ['number'], about: 'the version of the capability; 1 where it is not written' },
  'x-may-cancel': { on: ACTION, holds: FLAG, about: 'a no of the reader ends the sequence' },
  'x-confirms': { on: ACTION, holds: FLAG, about: 'counts as the confirmation that a money call needs' },
  'x-satisfies': { on: ACTION, holds: WORD, about: 'counts as proof of this gate' },
  'x-sends-call': { on: ACTION, holds: WORD, about: 'sends the call that this argument names' },
  'x-leaves-screen': { on: ACTION, holds: FLAG, about: 'leaves the screen' },
  'x-opens': { on: ACTION, holds: WORD, about: '`sheet`: its slots are drawn in a sheet' },
  'x-closes': { on: ACTION, holds: WORD, about: 'closes a sheet' },
  'x-session': { on: ACTION, holds: WORD, about: 'the session `begins` or `ends`, or the step `needs` one' },
  'x-exclusive': { on: ['event'], holds: FLAG, about: 'the reader sends it, and cannot again while its steps run' },
  'x-dismiss-prop': { on: ['event'], holds: WORD, about: 'the reader closes the widget: the steps change this prop' },
  'x-when': { on: ['branch'], holds: WORD, about: 'the branch runs if the condition of this argument holds' },
  'x-unless': { on: ['branch'], holds: WORD, about: 'the branch runs if it does not hold' },
}

export const TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'])
export const UNITS: ReadonlySet<string> = new Set(['money', 'price', 'quantity', 'percent', 'lots', 'rate', 'seconds'])

/** Formats that describe the use of a value, not its text. */
export const USES: Readonly<Record<string, string>> = {
  'unix-seconds': 'a moment: seconds since 1970', text: 'a text of `locales/`', icon: 'an icon', route: 'a route of the catalogue', form: 'a form of `schemas/forms`',
  file: 'a file the reader chose', binary: 'the same, as bytes',
}
export const FORMATS: ReadonlySet<string> = new Set([...Object.keys(formats), ...Object.keys(USES)])

/** Schemas within schemas, branches of one `oneOf`, properties of one object. */
export const SCHEMA_LIMITS = { depth: 12, branches: 16, properties: 200 } as const
