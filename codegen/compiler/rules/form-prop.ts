import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import type { Expr, Json, Node } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation, sameExpr, someOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Form } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { HIDDEN, formShownBy, uiOf } from '../forms/formWidgets.ts'
import { meant, nearest } from '../source/names/nearest.ts'
import { walkScreen } from '../flow/walk.ts'
import { isRefTo, refOf } from '../contract/schemaRef.ts'
import type { Schema } from '../contract/schema.ts'

const rule: Rule = {
  meta: {
    name: 'form-prop',
    severity: 'error',
    doc: 'Units of a form are of amounts, the other unit of an amount is not its own, its buttons give values of their field, and its layout has each field once.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          const form = formShownBy(node, contract)
          const widget = contract.widgets.get(node.widget)
          if (!form || !widget) return
          const props = Object.entries(widget.props.properties ?? {})
          const units = props.find(([, schema]) => isUnits(schema))?.[0] ?? ''
          for (const [prop, schema] of props) {
            const at = `${node.sourcePath}/props/${prop}`
            for (const finding of problemsOf(node, prop, schema, form)) report(finding, at)
            if (isConversions(schema))
              for (const [field, conversion] of membersOf(node.props?.[prop], node.exprs?.[prop]))
                if (convertsToItself(conversion, membersOf(node.props?.[units], node.exprs?.[units]).get(field)))
                  report(sameUnit(field), `${at}/${field}`)
          }
        },
      })
    },
  },
}
export default rule

function* problemsOf(node: Node, prop: string, schema: Schema, form: Form): Generator<Report> {
  const [json, expr] = [node.props?.[prop], node.exprs?.[prop]]
  if (isUnits(schema)) {
    const initial = [...Object.keys(node.props ?? {}), ...Object.keys(node.exprs ?? {})].find(
      (name) => name === 'initial',
    )
    yield* problemsOfUnits(
      form,
      membersOf(json, expr),
      membersOf(node.props?.[initial ?? ''], node.exprs?.[initial ?? '']),
    )
  }
  if (isRefTo(schema.items?.items, 'formField') && Array.isArray(json)) {
    const fields = json.flat()
    const twice = fields.find((field, index) => fields.indexOf(field) < index)
    if (twice !== undefined) yield inLayoutTwice(String(twice))
  }
  const fieldProp = Object.entries(schema.properties ?? {}).find(([, property]) => isRefTo(property, 'formField'))?.[0]
  if (fieldProp !== undefined) yield* problemsOfButtons(form, fieldProp, membersOf(json, expr))
}

/** A map by field of texts. */
const isUnits = (schema: Schema): boolean =>
  refOf(schema)?.kind === 'formFieldMap' &&
  typeof schema.additionalProperties === 'object' &&
  [schema.additionalProperties.type].flat().includes('string')

/** A map by field of amounts in another unit. */
const isConversions = (schema: Schema): boolean =>
  refOf(schema)?.kind === 'formFieldMap' &&
  typeof schema.additionalProperties === 'object' &&
  schema.additionalProperties.properties?.unit !== undefined &&
  schema.additionalProperties.properties.price !== undefined

/** Whether the other unit of a field is the unit that it has. */
function convertsToItself(conversion: Member, own: Member | undefined): boolean {
  const unit = membersOf(conversion as Json, conversion as Expr).get('unit')
  return unit !== undefined && own !== undefined && sameExpr(unit as Expr, own as Expr)
}

type Member = Json | Expr

function membersOf(json: Json | undefined, expr: Expr | undefined): ReadonlyMap<string, Member> {
  if (isJsonObject(json)) return new Map(Object.entries(json))
  return new Map(
    isOperation(expr) && expr[0] === 'map' ? entriesOf(expr).map(([key, entry]) => [String(key), entry]) : [],
  )
}

/** The unit of an amount is a value: the field of the form with its currency, or what that field gets. */
function* problemsOfUnits(
  form: Form,
  units: ReadonlyMap<string, Member>,
  initial: ReadonlyMap<string, Member>,
): Generator<Report> {
  const fields = form.schema.properties ?? {}
  for (const name of units.keys()) if (fields[name] && fields[name].format !== 'decimal') yield unitOfText(name)
  for (const [name, { format, 'x-unit': unit = '', 'x-unit-ref': ref }] of Object.entries(fields)) {
    if (format !== 'decimal') continue
    const given = units.get(name)
    const isConstant = given !== undefined && given !== '' && !isOperation(given as Expr)
    if (unit === 'lots' && given !== undefined && given !== '') yield unitOfLots(name)
    if (!UNITS_OF_FIELDS.has(unit) || typeof ref !== 'string' || !Object.hasOwn(fields, ref)) continue
    if (given === undefined) yield withoutUnit(name)
    else if (unit === 'money' && !isOperation(given as Expr)) yield constantUnit(name, ref, form.id)
    else if (
      unit === 'money' &&
      !isOfField(given as Expr, ref, form.id, isHidden(form, ref) ? initial.get(ref) : undefined)
    )
      yield unitOfOther(name, ref, form.id)
    else if (isConstant) yield constantSide(name, unit === 'price' ? 'quote' : 'base', ref)
  }
}

const isHidden = (form: Form, field: string): boolean => uiOf(form, field).widget === HIDDEN

/** Whether the unit reads the field with the currency, or, if the field is hidden, what it gets. A local name is not judged. */
const isOfField = (unit: Expr, field: string, form: string, initial: Member | undefined): boolean =>
  someOperation(
    unit,
    (operation) =>
      operation[0] === 'v' || (operation[0] === '.' && operation[2] === field && readsForm(operation[1], form)),
  ) ||
  (initial !== undefined && sameExpr(unit, initial as Expr))
const readsForm = (expr: Expr, form: string): boolean =>
  isOperation(expr) && expr[0] === '@' && expr[1] === 'forms' && expr[2] === form

/** Units that differ with the currency or symbol of another field, and that the widget cannot derive. */
const UNITS_OF_FIELDS: ReadonlySet<string> = new Set(['money', 'quantity', 'price'])

function* problemsOfButtons(form: Form, fieldProp: string, members: ReadonlyMap<string, Member>): Generator<Report> {
  const field = members.get(fieldProp)
  const values = typeof field === 'string' ? form.schema.properties?.[field]?.enum : undefined
  if (values === undefined) return
  for (const list of members.values())
    for (const id of idsOf(list)) if (!values.includes(id)) yield otherValue(id, String(field), values.map(String))
}

/** The literal ids of a list of items. */
function idsOf(list: Member): string[] {
  const items = isOperation(list as Expr) ? (list as readonly Json[]).slice(1) : Array.isArray(list) ? list : []
  return items.flatMap((item) => {
    const id = isJsonObject(item)
      ? item.id
      : Array.isArray(item) && item[0] === 'map'
        ? entriesOf(item as unknown as Parameters<typeof entriesOf>[0]).find(([key]) => key === 'id')?.[1]
        : undefined
    return typeof id === 'string' ? [id] : []
  })
}

const unitOfText = (field: string): Report => ({
  code: 'unitOfText',
  params: { field },
})

const withoutUnit = (field: string): Report => ({
  code: 'withoutUnit',
  params: { field },
})

const unitOfLots = (field: string): Report => ({
  code: 'unitOfLots',
  params: { field },
})

const constantSide = (field: string, side: 'base' | 'quote', ref: string): Report => ({
  code: 'constantSide',
  params: { field, side, ref },
})

const constantUnit = (field: string, ref: string, form: string): Report => ({
  code: 'constantUnit',
  params: { field, ref, form },
})

const unitOfOther = (field: string, ref: string, form: string): Report => ({
  code: 'unitOfOther',
  params: { field, ref, form },
})

const inLayoutTwice = (field: string): Report => ({
  code: 'inLayoutTwice',
  params: { field },
})

const otherValue = (id: string, field: string, values: readonly string[]): Report => ({
  code: 'otherValue',
  params: { id, field },
  suggestion: meant(nearest(id, values)?.name ?? values.join('" or "')),
})

const sameUnit = (field: string): Report => ({
  code: 'sameUnit',
  params: { field },
})
