import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import type { Form } from '../contract/contract.ts'
import type { CompileContext } from '../lower/compileContext.ts'
import { HIDDEN } from './formWidgets.ts'
import { unitEqualityUnder } from '../infer/facts.ts'
import { unitRefOfExpr } from '../infer/unitRefs.ts'
import type { Schema } from '../contract/schema.ts'
import { member, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { nonNull } from '../infer/types.ts'
import type { Type } from '../infer/types.ts'
import { literalUnitRef, parseUnitRef } from '../contract/unitRef.ts'
import type { UnitRef } from '../contract/unitRef.ts'

/** The schema of a map by the fields of a form: `each` for every field, with the unit and the values of that field. */
export function fieldMapSchema(form: Form, each: Schema, holder: JsonNode | undefined): Schema {
  const fields = form.schema.properties ?? {}
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, ofField(each, { form, name, field, holder })]),
    ),
    additionalProperties: false,
  }
}

interface FieldOfForm {
  form: Form
  name: string
  field: Schema
  holder: JsonNode | undefined
}

function ofField(schema: Schema, field: FieldOfForm): Schema {
  const { 'x-field-unit': unit, 'x-field-value': isValue, ...others } = schema
  if (isValue === true) return field.field.type === 'string' ? field.field : others
  if (typeof unit === 'string') return amountOfField(others, unit, field)
  return {
    ...others,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, ofField(property, field)]),
      ),
    }),
    ...(schema.items && { items: ofField(schema.items, field) }),
  }
}

/** `initial`: the prop with the initial values. The currency is the one that it gives, or that the form has. */
function amountOfField(schema: Schema, initial: string, { form, name, field, holder }: FieldOfForm): Schema {
  const type = [field.type].flat().find((item) => item !== 'null')
  if (type === 'string' && field.format !== 'decimal') return { ...schema, 'x-field-unit': { notNumeric: name } }
  const unitRef = field['x-unit-ref']
  const given = typeof unitRef === 'string' ? stringAt(member(holder, initial), unitRef) : undefined
  return {
    ...schema,
    ...(field['x-unit'] === undefined ? {} : { 'x-unit': field['x-unit'] }),
    // A hidden field that nothing gives a value is another finding.
    ...(typeof unitRef === 'string' &&
      (given !== undefined || !isHidden(form, unitRef)) && {
        'x-field-unit': {
          unitRef: unitRef.startsWith('=') ? unitRef : `@forms.${form.id}.${unitRef}`,
          ...(given === undefined ? {} : { given }),
          symbol: form.schema.properties?.[unitRef]?.format === 'symbol',
        },
      }),
  }
}

const isHidden = ({ def: { uiSchema } }: Form, field: string): boolean => {
  const ui = uiSchema[field]
  return isJsonObject(ui) && ui['ui:widget'] === HIDDEN
}

/** Reports a limit of a field that is no number, and an amount of another currency or symbol than that of its field. */
export function checkFieldAmount(
  node: JsonNode,
  type: Type | undefined,
  schema: Schema,
  context: CompileContext,
): boolean {
  const field = schema['x-field-unit']
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return true
  const { unit, path, scope } = context
  if (typeof field.notNumeric === 'string') {
    unit.emit({ event: 'notNumericField', field: field.notNumeric }, node, path)
    return false
  }
  const amount = type && nonNull(type)
  if (amount?.k !== 'decimal' || amount.literal || !amount.of) return true
  const given = typeof field.given === 'string' ? unitRefOfText(field.given, context) : undefined
  const expected = [parseUnitRef(String(field.unitRef)), ...(given ? [given] : [])].map((of): UnitRef =>
    field.symbol === true ? { id: amount.unit === 'quantity' ? 'base' : 'quote', of } : of,
  )
  const agree = unitEqualityUnder(scope.facts)
  if (expected.some((unitRef) => agree(amount.of, unitRef))) return true
  unit.emit({ event: 'otherCurrency', from: amount, to: { ...amount, of: expected.at(-1) } }, node, path)
  return false
}

/** The currency or symbol that an initial value is. */
function unitRefOfText(given: string, { unit, scope }: CompileContext): UnitRef | undefined {
  if (!given.startsWith('=')) return literalUnitRef(given)
  const typed = unit.typeOf(given.slice(1), scope)
  const type = typed && nonNull(typed.type)
  return typed && type ? unitRefOfExpr(type, typed.ast) : undefined
}
