import type { Expr, Json, Node, Screen } from '../../../src/engine/language/expressions/program.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import { entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import { annotatedWith } from '../contract/annotated.ts'
import type { Rule } from '../rule.ts'
import type { Contract, Form, Widget } from '../contract/contract.ts'
import { showType } from '../infer/describeType.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import {
  CODE,
  HIDDEN,
  PASSWORD,
  formPropOf,
  needsChoices,
  otherValuesOf,
  takesForm,
  uiOf,
} from '../forms/formWidgets.ts'
import { memo } from '../source/memo.ts'
import { didYouMean, suggest } from '../source/names/nearest.ts'
import type { Schema } from '../contract/schema.ts'
import { refOf } from '../contract/schemaRef.ts'
import { itemsOf, member, members, stringAt } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { typeOf } from '../infer/types.ts'
import { parseExpression, visitAst } from '../infer/ast.ts'
import { walkScreen } from '../flow/walk.ts'
import { FORM_FILE, formFile } from '../source/folders.ts'

const rule: Rule = {
  meta: {
    name: 'form-field',
    severity: 'error',
    doc: 'A field of a form can be filled: its widget edits its type, a choice has items, a required hidden field has a value, a code can be sent, and a refusal at it is one of the call.',
  },
  on: {
    project({ sources, contract }, report) {
      for (const id of contract.forms.keys()) {
        const source = sources.get(formFile(id))
        if (!source) continue
        for (const [finding, at, path] of findingsOf(contract)(source)) report(finding, source, at, path)
      }
    },
    screen({ screen, contract }, report) {
      const given = fieldsGivenBySteps(screen, contract)
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          const widget = contract.widgets.get(node.widget)
          const prop = formPropOf(widget)
          const form = contract.forms.get(String((prop !== undefined && node.props?.[prop]) || ''))
          if (!widget || prop === undefined || !form) return
          for (const finding of problemsOf(node, widget, form, given.get(form.id) ?? new Set()))
            report(finding, node.sourcePath)
        },
      })
    },
    notNumericField: ({ field }, report) => report({ code: 'notNumericField', params: { field } }),
    formNeedsEnvironment: ({ call }, report) => report({ code: 'needsEnvironment', params: { call } }),
    noAmountAllowed: ({ field }, report) => report({ code: 'noAmountAllowed', params: { field } }),
    notRepeated: ({ field, repetition }, report) => report({ code: 'notRepeated', params: { repetition, field } }),
    zeroAllowed: ({ field }, report) => report({ code: 'zeroAllowed', params: { field } }),
  },
}
export default rule

const widgetOfOtherType = (widget: string, values: string, field: string): Report => ({
  code: 'widgetOfOtherType',
  params: { widget, values, field },
})

const textOfOther = (field: string, values: string, widget: string): Report => ({
  code: 'textOfOther',
  params: { field, values, widget },
})

const targetNotField = (name: string, fields: Iterable<string>): Report => ({
  code: 'targetNotField',
  params: { name },
  suggestion: didYouMean(name, fields),
})

const codeWithoutCall = (call: string, calls: Iterable<string>): Report => ({
  code: 'codeWithoutCall',
  params: { call },
  suggestion: didYouMean(call, calls),
})

const noFieldOfPayload = (name: string, call: string, names: Iterable<string>): Report => ({
  code: 'noFieldOfPayload',
  params: { call, name },
  suggestion: suggest(name, names),
})

const otherPayloadValue = (name: string, call: string, value: string, values: Iterable<string>): Report => ({
  code: 'otherPayloadValue',
  params: { call, value, name },
  suggestion: suggest(value, values),
})

/** `expected`: as text with an article. */
const targetOfOtherFormat = (field: string, call: string, expected: string): Report => ({
  code: 'targetOfOtherFormat',
  params: { call, expected, field },
})

const targetToItself = (field: string): Report => ({
  code: 'targetToItself',
  params: { field },
})

const ruleReadsNoField = (): Report => ({
  code: 'ruleReadsNoField',
})

const ruleReadsOtherFields = (field: string): Report => ({
  code: 'ruleReadsOtherFields',
  params: { field },
})

const namesForOtherCount = (names: number, values: number): Report => ({
  code: 'namesForOtherCount',
  params: { values, names },
})

const neverGiven = (field: string, form: string): Report => ({
  code: 'neverGiven',
  params: { form, field },
})

const nothingToChoose = (field: string, form: string): Report => ({
  code: 'nothingToChoose',
  params: { field, form },
})

const noItems = (field: string, form: string): Report => ({
  code: 'noItems',
  params: { field, form },
})

const codeNeverSent = (field: string, form: string, event: string): Report => ({
  code: 'codeNeverSent',
  params: { field, form, event },
})

const eventNeverSent = (event: string, form: string): Report => ({
  code: 'eventNeverSent',
  params: { form, event },
})

const optionOutOfRange = (option: string, least: number, most: number): Report => ({
  code: option === 'seconds' ? 'secondsOutOfRange' : 'optionOutOfRange',
  params: { option, least, most },
})

const typedId = (field: string): Report => ({
  code: 'typedId',
  params: { field },
})

const nameOfOther = (value: string): Report => ({
  code: 'nameOfOther',
  params: { value },
})

const nameTwice = (key: string): Report => ({
  code: 'nameTwice',
  params: { key },
})

const completesOther = (autocomplete: string, field: string): Report => ({
  code: AUTOCOMPLETE[autocomplete]?.widget === undefined ? 'completesOther' : 'completesShown',
  params: { field, autocomplete, widget: AUTOCOMPLETE[autocomplete]?.widget ?? '' },
})

const passwordCompletedAs = (field: string): Report => ({
  code: 'passwordCompletedAs',
  params: { field },
})

/** A code that exists is not renamed: it is the call that may lack it. */
const neverRefused = (code: string, codes: ReadonlySet<string>, existing: readonly string[]): Report => ({
  code: 'neverRefused',
  params: { code },
  suggestion: existing.includes(code)
    ? undefined
    : didYouMean(
        code,
        existing.filter((code) => codes.has(code)),
      ),
})

const neverTicked = (field: string): Report => ({
  code: 'neverTicked',
  params: { field },
})

const ruleTwice = (): Report => ({
  code: 'ruleTwice',
})

/** Numbers in the options of fields: how long a code cannot be requested again, and the decimals of an amount. */
const OPTION_RANGES = { seconds: { least: 1, most: 600 }, decimals: { least: 0, most: 12 } } as const

/** Widget or format of a field for each kind of autofill. */
const AUTOCOMPLETE: Readonly<Record<string, { widget?: string; format?: string }>> = {
  'current-password': { widget: PASSWORD },
  'new-password': { widget: PASSWORD },
  email: { format: 'email' },
  tel: { format: 'phone' },
  'cc-number': { format: 'cardNumber' },
}

/** The codes of errors with which the calls answer that take a form or send a code for it; undefined if none takes it. */
function refusalsOf(form: Form, { calls }: Contract): ReadonlySet<string> | undefined {
  const takes = [...calls.values()].filter((call) => takesForm(call, form.id))
  if (takes.length === 0) return undefined
  const codes = Object.keys(form.schema.properties ?? {}).flatMap((name) => {
    const { widget, options } = uiOf(form, name)
    return widget === CODE ? (calls.get(String(options.call))?.errors ?? []) : []
  })
  return new Set([...takes.flatMap(({ refusals }) => refusals), ...codes])
}

/** Formats whose values a user does not type as a plain text, with their widget. */
const OWN_WIDGETS: Readonly<Record<string, { widget: string; values: string }>> = {
  country: { widget: 'country', values: 'a country' },
  decimal: { widget: 'amount', values: 'an amount' },
  file: { widget: 'image', values: 'a picture' },
  phone: { widget: 'phone', values: 'a phone number' },
}

type Finding = [finding: Report, at: JsonNode, path: string]
type ReportInForm = (...finding: Finding) => void

/** The findings of a file, computed once for each contract. */
const findingsOf = memo((contract: Contract) =>
  memo((source: Source): readonly Finding[] => {
    const findings: Finding[] = []
    const form = contract.forms.get(FORM_FILE.exec(source.file)?.[1] ?? '')
    if (form) checkForm(form, source, contract, (...finding) => findings.push(finding))
    return findings
  }),
)

function checkForm(form: Form, source: Source, contract: Contract, report: ReportInForm): void {
  const fields = form.schema.properties ?? {}
  for (const { name, value } of members(member(source.root, 'uiSchema'))) {
    const schema = fields[name]
    if (!schema) continue
    const options = member(value, 'ui:options')
    const widgetNode = member(value, 'ui:widget') ?? member(options, 'widget')
    const widget = String(widgetNode?.value)
    const values = widgetNode && otherValuesOf(widget, schema)
    if (widgetNode && values !== undefined)
      report(widgetOfOtherType(widget, values, name), widgetNode, `uiSchema/${name}`)
    const names = member(value, 'ui:enumNames')
    if (names && schema.enum && itemsOf(names).length !== schema.enum.length)
      report(namesForOtherCount(itemsOf(names).length, schema.enum.length), names, `uiSchema/${name}`)
    for (const finding of problemsOfNames(names, schema)) report(finding, names ?? value, `uiSchema/${name}`)
    for (const [option, { least, most }] of Object.entries(OPTION_RANGES)) {
      const number = member(options, option)
      if (typeof number?.value === 'number' && (number.value < least || number.value > most))
        report(optionOutOfRange(option, least, most), number, `uiSchema/${name}`)
    }
    if (schema.format === 'id' && widget !== HIDDEN && !needsChoices(widget))
      report(typedId(name), value, `uiSchema/${name}`)
    const complete = member(value, 'ui:autocomplete')
    const expected = AUTOCOMPLETE[String(complete?.value)]
    const isFor = expected?.widget === undefined ? expected?.format === schema.format : expected.widget === widget
    if (complete && expected && !isFor)
      report(completesOther(String(complete.value), name), complete, `uiSchema/${name}`)
    else if (complete && widget === PASSWORD && expected === undefined && complete.value !== 'off')
      report(passwordCompletedAs(name), complete, `uiSchema/${name}`)
    if (widget === CODE && options) checkCodeOptions(name, options, fields, contract, report)
  }
  const uiSchema = member(source.root, 'uiSchema')
  const refusals = refusalsOf(form, contract)
  for (const { name, value } of members(uiSchema))
    for (const code of refusals ? itemsOf(member(member(value, 'ui:options'), 'refusals')) : [])
      if (!refusals?.has(String(code.value)))
        report(neverRefused(String(code.value), refusals ?? new Set(), contract.errorCodes), code, `uiSchema/${name}`)
  for (const { name, value } of members(member(member(source.root, 'schema'), 'properties'))) {
    const values = fields[name]?.type === 'boolean' ? fields[name]?.enum : undefined
    if (values && !values.includes(true))
      report(neverTicked(name), member(value, 'enum') ?? value, `schema/properties/${name}`)
    const ui = member(uiSchema, name)
    const own = OWN_WIDGETS[fields[name]?.format ?? '']
    const widget = uiOf(form, name).widget
    if (own && (widget === '' || widget === 'text'))
      report(textOfOther(name, own.values, own.widget), ui ?? value, `uiSchema/${name}`)
    if (fields[name]?.format === 'id' && !ui) report(typedId(name), value, `schema/properties/${name}`)
  }
  const checks = itemsOf(member(source.root, 'rules')).map((node) => stringAt(node, 'check'))
  itemsOf(member(source.root, 'rules')).forEach((node, index) => {
    if (checks.indexOf(checks[index]) < index) report(ruleTwice(), member(node, 'check') ?? node, `rules/${index}`)
    checkRule(node, fields, (finding, at) => report(finding, at, `rules/${index}`))
  })
}

/** Names of the values of an enumeration: each for its own value, and no two the same. */
function* problemsOfNames(names: JsonNode | undefined, { enum: values = [] }: Schema): Generator<Report> {
  const keys = itemsOf(names).map((item) => String(item.value))
  const twice = keys.find((key, index) => keys.indexOf(key) < index)
  if (twice !== undefined) yield nameTwice(twice)
  const last = keys.map((key) => key.split('.').at(-1))
  const other = values.findIndex(
    (value, index) => last[index] !== undefined && last[index] !== value && values.includes(last[index]),
  )
  if (twice === undefined && other >= 0) yield nameOfOther(String(values[other]))
}

/** `call` with `payload` sends the code; `to` names the field with the address by the field of the payload. */
function checkCodeOptions(
  name: string,
  options: JsonNode,
  fields: Readonly<Record<string, Schema>>,
  { calls }: Contract,
  report: ReportInForm,
): void {
  const path = `uiSchema/${name}/ui:options`
  const callNode = member(options, 'call')
  const call = calls.get(String(callNode?.value))
  if (callNode && !call) report(codeWithoutCall(String(callNode.value), calls.keys()), callNode, path)
  const payload = call?.payload.properties
  for (const part of ['payload', 'to'])
    for (const { name: field, key, value } of members(member(options, part))) {
      if (!call || !payload) continue
      const { enum: values, format, ...schema } = payload[field] ?? {}
      const target = part === 'to' ? fields[String(value.value)] : undefined
      if (!Object.hasOwn(payload, field)) report(noFieldOfPayload(field, call.id, Object.keys(payload)), key, path)
      else if (part === 'payload' && values && !values.includes(String(value.value)))
        report(otherPayloadValue(field, call.id, String(value.value), values.map(String)), value, path)
      else if (target && value.value !== name && format !== undefined && target.format !== format)
        report(targetOfOtherFormat(String(value.value), call.id, showType(typeOf({ ...schema, format }))), value, path)
    }
  const target = member(options, 'target')
  for (const value of [...members(member(options, 'to')).map((member) => member.value), ...(target ? [target] : [])]) {
    const field = String(value.value)
    if (field === name) report(targetToItself(field), value, path)
    else if (!Object.hasOwn(fields, field)) report(targetNotField(field, Object.keys(fields)), value, path)
  }
}

/** A rule between fields reads fields, and the one that its message is shown at. */
function checkRule(
  node: JsonNode,
  fields: Readonly<Record<string, Schema>>,
  report: (finding: Report, at: JsonNode) => void,
): void {
  const check = member(node, 'check')
  const parsed = parseExpression((stringAt(node, 'check') ?? '').slice(1))
  if (!check || 'fault' in parsed) return
  const names = new Set<string>()
  visitAst(parsed.ast, ({ op, args }) => {
    if (op === 'id' && Object.hasOwn(fields, args)) names.add(args)
  })
  const field = member(node, 'field')
  const shownAt = String(field?.value)
  if (names.size === 0) report(ruleReadsNoField(), check)
  else if (field && Object.hasOwn(fields, shownAt) && !names.has(shownAt)) report(ruleReadsOtherFields(shownAt), field)
}

function* problemsOf(node: Node, widget: Widget, form: Form, givenBySteps: ReadonlySet<string>): Generator<Report> {
  const given = new Set([...givenBySteps, ...fieldsGivenByProps(node, widget)])
  const choices = choicesOf(node, widget)
  const required = new Set(form.schema.required)
  let codeField: string | undefined
  for (const [name, schema] of Object.entries(form.schema.properties ?? {})) {
    const ui = uiOf(form, name)
    const kind = ui.widget
    if (kind === HIDDEN && required.has(name) && !given.has(name) && !hasDefault(form, name))
      yield neverGiven(name, form.id)
    if (needsChoices(kind)) {
      const items = choices.get(name)
      if (items === undefined && !hasOwnChoices(schema)) yield nothingToChoose(name, form.id)
      if (items === 0) yield noItems(name, form.id)
    }
    if (kind === CODE && requestsCode(ui.options)) codeField ??= name
  }
  for (const [event, { sentBy }] of Object.entries(widget.events)) {
    if (sentBy !== CODE) continue
    const isHandled = node.on?.[event] !== undefined
    if (codeField !== undefined && !isHandled) yield codeNeverSent(codeField, form.id, event)
    if (codeField === undefined && isHandled) yield eventNeverSent(event, form.id)
  }
}

const requestsCode = ({ purpose, payload }: Record<string, Json>): boolean =>
  purpose !== undefined || (isJsonObject(payload) && payload.purpose !== undefined)

function hasDefault({ def }: Form, name: string): boolean {
  const { properties } = def.schema
  const schema = isJsonObject(properties) ? properties[name] : undefined
  return isJsonObject(schema) && (schema.default !== undefined || schema.const !== undefined)
}

const hasOwnChoices = ({ enum: values, const: only, items, type }: Schema): boolean =>
  values !== undefined || only !== undefined || items?.enum !== undefined || type === 'boolean'

/** Fields with an initial value, and the field that submit buttons set. */
function fieldsGivenByProps(node: Node, { props }: Widget): string[] {
  return Object.entries(props.properties ?? {}).flatMap(([name, schema]) => {
    if (refOf(schema)?.kind === 'partialFormValues') return [...keysOf(node.props?.[name], node.exprs?.[name])]
    return Object.entries(schema.properties ?? {}).flatMap(([inner, { 'x-ref': ref }]) => {
      const { json, expr = json } = valueAt(node.props?.[name], node.exprs?.[name], inner)
      return isJsonObject(ref) && ref.kind === 'formField' && typeof expr === 'string' ? [expr] : []
    })
  })
}

/** The number of items of each field that a prop gives items for; Infinity for a list that is not written out. */
function choicesOf(node: Node, { props }: Widget): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [name, schema] of Object.entries(props.properties ?? {})) {
    const each = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
    if (refOf(schema)?.kind !== 'formFieldMap' || each?.items?.properties === undefined) continue
    for (const field of keysOf(node.props?.[name], node.exprs?.[name])) {
      const { json, expr } = valueAt(node.props?.[name], node.exprs?.[name], field)
      const isWritten = isOperation(expr) && expr[0] === 'list'
      counts.set(field, Array.isArray(json) ? json.length : isWritten ? expr.length - 1 : Infinity)
    }
  }
  return counts
}

/** Fields that steps of the screen fill, by form. */
function fieldsGivenBySteps(screen: Screen, contract: Contract): Map<string, Set<string>> {
  const given = new Map<string, Set<string>>()
  walkScreen(screen, {
    actions: contract.actions,
    step({ action, args, exprs }) {
      for (const [name, schema] of annotatedWith(contract.actions.get(action)?.args, 'x-ref')) {
        const ref = refOf(schema)
        if (ref?.kind !== 'partialFormValues') continue
        const form = String(args?.[ref.of ?? ''])
        given.set(form, new Set([...(given.get(form) ?? []), ...keysOf(args?.[name], exprs?.[name])]))
      }
    },
  })
  return given
}

/** The names of an object that is a literal or an expression. */
function keysOf(json: Json | undefined, expr: Expr | undefined): string[] {
  if (isJsonObject(json)) return Object.keys(json)
  return isOperation(expr) && expr[0] === 'map' ? entriesOf(expr).map(([key]) => String(key)) : []
}

/** A member of an object that is a literal or an expression. */
function valueAt(json: Json | undefined, expr: Expr | undefined, name: string): { json?: Json; expr?: Expr } {
  if (isJsonObject(json)) return json[name] === undefined ? {} : { json: json[name] }
  if (!isOperation(expr) || expr[0] !== 'map') return {}
  const value = entriesOf(expr).find(([key]) => key === name)?.[1]
  return value === undefined ? {} : { expr: value }
}
