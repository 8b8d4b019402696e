import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import type { JsonNode } from '../source/source.ts'

/**
 * The project's schemas are a subset of JSON Schema draft-07. This is the only description of it: the compiler and the generators
 * reject other keywords (checkSchema.ts), and the documentation shows these tables.
 */
export type JsonType = NonNullable<JsonNode['type']>

export interface Keyword {
  /** The type it belongs to; a schema of another type must not have it. */
  of: 'any' | 'string' | 'number' | 'array' | 'object'
  /** Its allowed values. */
  valueTypes: readonly JsonType[]
  about: string
}

const ANY: readonly JsonType[] = ['string', 'number', 'boolean', 'null', 'array', 'object']

export const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: { of: 'any', valueTypes: ['string', 'array'], about: 'one type, or [type, "null"]' },
  enum: { of: 'any', valueTypes: ['array'], about: 'the allowed values' },
  const: { of: 'any', valueTypes: ['string', 'number', 'boolean', 'null'], about: 'the only allowed value' },
  oneOf: {
    of: 'any',
    valueTypes: ['array'],
    about: 'several objects distinguished by a property with a `const`, or one schema and null',
  },
  $ref: { of: 'any', valueTypes: ['string'], about: 'the schema of another file; beside it only a description' },
  description: { of: 'any', valueTypes: ['string'], about: 'for people' },
  default: {
    of: 'any',
    valueTypes: ANY,
    about: 'the value if none is given; a handler of the server assumes that of its payload itself',
  },
  $schema: { of: 'any', valueTypes: ['string'], about: 'for editors' },
  properties: { of: 'object', valueTypes: ['object'], about: 'the schema of each property' },
  required: { of: 'object', valueTypes: ['array'], about: 'required properties' },
  additionalProperties: {
    of: 'object',
    valueTypes: ['boolean', 'object'],
    about: '`false`, or the schema of the values of a map; required',
  },
  items: { of: 'array', valueTypes: ['object'], about: 'the schema of each item; required' },
  minItems: { of: 'array', valueTypes: ['number'], about: 'least number of items' },
  maxItems: { of: 'array', valueTypes: ['number'], about: 'greatest number of items; required in the contract' },
  minimum: { of: 'number', valueTypes: ['number'], about: 'least value' },
  maximum: { of: 'number', valueTypes: ['number'], about: 'greatest value' },
  minLength: { of: 'string', valueTypes: ['number'], about: 'least length in characters' },
  maxLength: { of: 'string', valueTypes: ['number'], about: 'greatest length in characters' },
  format: {
    of: 'string',
    valueTypes: ['string'],
    about:
      'a named pattern of `src/engine/language/forms/schemaFormats.ts`, or how the value is used (below); on an integer `unix-seconds`',
  },
}

/**
 * Additional keywords of forms: the keywords of draft-07 that react-jsonschema-form draws. Patterns stay named formats, references
 * stay within the form, and `multipleOf` is for whole numbers.
 */
export const FORM_KEYWORDS: Readonly<Record<string, Keyword>> = {
  title: { of: 'any', valueTypes: ['string'], about: 'the label: a key of `locales/`' },
  if: { of: 'any', valueTypes: ['object'], about: 'the condition of `then` and `else`' },
  then: { of: 'any', valueTypes: ['object'], about: 'added to the schema if the condition is true' },
  else: { of: 'any', valueTypes: ['object'], about: 'added to it otherwise' },
  allOf: { of: 'any', valueTypes: ['array'], about: 'schemas that must all be met' },
  anyOf: { of: 'any', valueTypes: ['array'], about: 'schemas of which the user chooses one' },
  not: { of: 'any', valueTypes: ['object'], about: 'a schema that must not be met' },
  dependencies: {
    of: 'object',
    valueTypes: ['object'],
    about: 'by property: the properties that it requires, or the schema that is added if it is present',
  },
  definitions: { of: 'any', valueTypes: ['object'], about: 'schemas for `$ref`: `#/definitions/<name>`' },
  minProperties: { of: 'object', valueTypes: ['number'], about: 'least number of properties' },
  maxProperties: { of: 'object', valueTypes: ['number'], about: 'greatest number of properties' },
  items: {
    of: 'array',
    valueTypes: ['object', 'array'],
    about: 'the schema of each item, or a list with that of the first, the second, …',
  },
  additionalItems: {
    of: 'array',
    valueTypes: ['boolean', 'object'],
    about: 'the schema of the items after those that `items` lists',
  },
  uniqueItems: {
    of: 'array',
    valueTypes: ['boolean'],
    about: 'no two items are equal; with `maxItems` of at most 100',
  },
  exclusiveMinimum: { of: 'number', valueTypes: ['number'], about: 'exclusive lower bound' },
  exclusiveMaximum: { of: 'number', valueTypes: ['number'], about: 'exclusive upper bound' },
  multipleOf: { of: 'number', valueTypes: ['number'], about: 'a whole number; every value is a multiple of it' },
}
/** Items compared with one another are compared in pairs. */
export const UNIQUE_ITEMS_LIMIT = 100

/** The allowed targets of an annotation. */
export type AnnotationTarget = 'schema' | 'action' | 'branch' | 'widget' | 'event'

export interface Annotation {
  on: readonly AnnotationTarget[]
  valueTypes: readonly JsonType[]
  about: string
}

const FLAG: readonly JsonType[] = ['boolean']
const TEXT: readonly JsonType[] = ['string']
const SCHEMA: readonly AnnotationTarget[] = ['schema']
const ACTION: readonly AnnotationTarget[] = ['action']

export const ANNOTATIONS: Readonly<Record<`x-${string}`, Annotation>> = {
  'x-unit': { on: SCHEMA, valueTypes: TEXT, about: 'the unit of a decimal; `seconds` on an integer' },
  'x-unit-ref': {
    on: SCHEMA,
    valueTypes: TEXT,
    about:
      'the currency or symbol of a decimal: the property beside it that contains it (`^name`: of the object around this one), or a literal after `=`',
  },
  'x-base-currency': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'on a symbol: the property beside it with its base currency',
  },
  'x-quote-currency': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'on a symbol: the property beside it with the currency of its prices',
  },
  'x-equals': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'path of a property that always has the same value: `quote.symbol`',
  },
  'x-error-code': {
    on: SCHEMA,
    valueTypes: FLAG,
    about: 'an error code of the server, shown as the text `error.<code>`',
  },
  'x-ref': {
    on: SCHEMA,
    valueTypes: ['object'],
    about: '{kind, of, without}: what the value refers to; the kinds are listed below',
  },
  'x-field-unit': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'in a map by fields of a form: an amount of the unit of its field; the prop with the initial values',
  },
  'x-field-value': { on: SCHEMA, valueTypes: FLAG, about: 'in a map by fields of a form: a value of its field' },
  'x-disables': { on: SCHEMA, valueTypes: FLAG, about: 'if true, the control cannot be used' },
  'x-condition': { on: SCHEMA, valueTypes: FLAG, about: 'an expression that is true or false' },
  'x-confirmed-value': { on: SCHEMA, valueTypes: FLAG, about: 'a value that the user confirms' },
  'x-skips': {
    on: SCHEMA,
    valueTypes: FLAG,
    about: 'of an argument of a confirmation: if true, nothing is asked (`confirm-skip`)',
  },
  'x-folds': {
    on: SCHEMA,
    valueTypes: FLAG,
    about: 'of an argument of a confirmation: if true, the item around it is folded away, and confirms no amount',
  },
  'x-shown-as': {
    on: SCHEMA,
    valueTypes: ['array'],
    about:
      'on an id of a payload: the properties beside the id that name the object to the user, as lists of which one suffices',
  },
  'x-silent': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'on a field of a payload: why a confirmation need not show it',
  },
  'x-promise': {
    on: SCHEMA,
    valueTypes: TEXT,
    about:
      'on a field of a payload that moves money: the figure of the receipt that the user confirms with it; `quoted`: the price; `due`: the end of the term; `kind.figure`: of a receipt of another kind that the call writes too',
  },
  'x-at-most': {
    on: SCHEMA,
    valueTypes: ['array'],
    about:
      'on an amount of a payload: the fields of replies with the greatest values that the call accepts, as lists of which one applies',
  },
  'x-expires': {
    on: SCHEMA,
    valueTypes: FLAG,
    about: 'of a widget: seconds after which the confirmation around it only offers another quote',
  },
  'x-outcome': { on: SCHEMA, valueTypes: FLAG, about: 'its values `success` and `error` say how a call has ended' },
  'x-suppresses-toast': {
    on: SCHEMA,
    valueTypes: FLAG,
    about: 'if true, no toast is shown: the branch `onError` shows the error',
  },
  'x-secret': { on: SCHEMA, valueTypes: FLAG, about: 'never shown, logged or stored' },
  'x-proof': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'a secret of a payload: the proof from an action with this `x-satisfies`',
  },
  'x-of-user': {
    on: SCHEMA,
    valueTypes: ['boolean', 'string'],
    about:
      'on a preference: it belongs to the user, not to the device; the end of a session resets it. `kept`: the next login of the user on the device restores it',
  },
  'x-typed': {
    on: SCHEMA,
    valueTypes: ['boolean', 'string'],
    about:
      'of a call: people type or paste the text, so the server reads it as its format is typed (`language/texts/typedText.ts`) before it validates it; a name is that of another normalizer',
  },
  'x-name': { on: SCHEMA, valueTypes: FLAG, about: 'the accessible name of the widget' },
  'x-alt': { on: SCHEMA, valueTypes: FLAG, about: 'text alternative of a picture; null: decoration' },
  'x-picture': {
    on: SCHEMA,
    valueTypes: FLAG,
    about: 'the address of a picture: the studio offers those of the server',
  },
  'x-level': { on: SCHEMA, valueTypes: FLAG, about: 'level of the widget’s heading' },
  'x-live': { on: SCHEMA, valueTypes: FLAG, about: 'switch that makes the widget a polite live region' },
  'x-autofocus': { on: SCHEMA, valueTypes: FLAG, about: 'switch that makes the widget take the focus' },
  'x-target-size': {
    on: SCHEMA,
    valueTypes: ['object'],
    about: 'by value: the token with the smallest size of the control',
  },
  'x-color': {
    on: SCHEMA,
    valueTypes: ['object'],
    about: '`values` that distinguish up and down by colour, and the props `beside` it of which one must do so too',
  },
  'x-more-by': { on: SCHEMA, valueTypes: TEXT, about: 'whether there is another page, which this event loads' },
  'x-leads-on': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'if true, an arrow says that this event opens a screen, a sheet or a link',
  },
  'x-words-of': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'words of a button that sends this event, drawn with a handler',
  },
  'x-shown-by': {
    on: SCHEMA,
    valueTypes: TEXT,
    about: 'if true, nothing but this prop is drawn, so it must be given',
  },
  'x-says-empty': { on: SCHEMA, valueTypes: FLAG, about: 'a text that says that there is nothing' },
  'x-max-chars': {
    on: SCHEMA,
    valueTypes: ['number'],
    about: 'greatest number of characters at 320 px; full-width characters count twice',
  },
  'x-a11y': {
    on: ['widget'],
    valueTypes: ['object'],
    about: 'accessibility of the widget: `src/engine/widgets/README.md`',
  },
  'x-keywords': {
    on: ['widget'],
    valueTypes: ['array'],
    about: 'other words by which authors look for the widget: the palette of the studio finds it by them',
  },
  'x-virtual': {
    on: ['widget'],
    valueTypes: TEXT,
    about: 'this slot mounts only the rows near the window, however many there are',
  },
  'x-title': {
    on: ['schema', 'action', 'branch'],
    valueTypes: TEXT,
    about: 'its name in a few plain words for authors: its label in the studio, above the description',
  },
  'x-may-cancel': { on: ACTION, valueTypes: FLAG, about: 'the user may cancel: the steps after it do not run' },
  'x-confirms': { on: ACTION, valueTypes: FLAG, about: 'counts as the confirmation of a payment' },
  'x-satisfies': { on: ACTION, valueTypes: TEXT, about: 'gives the proof that this access rule requires' },
  'x-sends-call': { on: ACTION, valueTypes: TEXT, about: 'sends the call that this argument names' },
  'x-leaves-screen': { on: ACTION, valueTypes: FLAG, about: 'leaves the screen' },
  'x-returns': {
    on: ACTION,
    valueTypes: TEXT,
    about: 'the previous screen gets this argument as its parameter `result`',
  },
  'x-refreshes': {
    on: ACTION,
    valueTypes: TEXT,
    about: 'fetches again the queries or calls that this argument lists; all queries of the screen if it is absent',
  },
  'x-opens': { on: ACTION, valueTypes: TEXT, about: '`sheet`: its slots are drawn in a sheet' },
  'x-closes': { on: ACTION, valueTypes: TEXT, about: 'closes a sheet' },
  'x-session': { on: ACTION, valueTypes: TEXT, about: 'the session `begins` or `ends`, or the step `needs` one' },
  'x-changes-session': { on: ACTION, valueTypes: TEXT, about: 'changes this member of the session' },
  'x-exclusive': { on: ['event'], valueTypes: FLAG, about: 'sent by the user; ignored while its steps run' },
  'x-control': {
    on: ['event'],
    valueTypes: ['array'],
    about: 'props and slots with what the control that sends it shows, in view with it: the figures of `confirm-skip`',
  },
  'x-sent-by': { on: ['event'], valueTypes: TEXT, about: 'the widget of a form field that sends it' },
  'x-automatic': { on: ['event'], valueTypes: FLAG, about: 'sent without the user, e.g. at a moment' },
  'x-asks-again': {
    on: ['event'],
    valueTypes: FLAG,
    about: 'the user wants fresh data: the steps must fetch some',
  },
  'x-dismiss-prop': {
    on: ['event'],
    valueTypes: TEXT,
    about: 'the user closes the widget: the steps must change this prop',
  },
  'x-when': { on: ['branch'], valueTypes: TEXT, about: 'the branch runs if this argument is true' },
  'x-unless': { on: ['branch'], valueTypes: TEXT, about: 'the branch runs if it is false' },
}

export const TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'])
export const UNITS: ReadonlySet<string> = new Set(['money', 'price', 'quantity', 'percent', 'lots', 'rate', 'seconds'])

/** Formats that describe the use of a value, not its text. */
export const USES: Readonly<Record<string, string>> = {
  'unix-seconds': 'a moment: seconds since 1970',
  text: 'a text of `locales/`',
  icon: 'an icon',
  route: 'a route of the catalogue',
  form: 'a form of `schemas/forms`',
  file: 'a file that the user chose',
  binary: 'the same, as bytes',
}
export const FORMATS: ReadonlySet<string> = new Set([...Object.keys(formats), ...Object.keys(USES)])

/** Schemas within schemas, branches of one `oneOf`, properties of one object. */
export const SCHEMA_LIMITS = { depth: 12, branches: 16, properties: 200 } as const
