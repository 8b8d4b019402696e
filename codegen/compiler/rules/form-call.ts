import type { Expr, Json, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import { contentOfStep, entriesOf, isOperation, operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportInSource } from '../rule.ts'
import type { Call, Contract, Form } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { sentCall } from '../flow/sentCall.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'
import { CODE, HIDDEN, formShownBy, takesForm, uiOf } from '../forms/formWidgets.ts'
import { isRefTo } from '../contract/schemaRef.ts'
import { member } from '../source/source.ts'
import type { Source } from '../source/source.ts'
import { formFile } from '../source/folders.ts'

const rule: Rule = {
  meta: {
    name: 'form-call',
    severity: 'error',
    follows: {
      // The value that a field of the form sends is wrong in the form.
      'form-field': 'contract',
    },
    doc: 'The call that a form sends is for this form and takes each of its required fields in their full length, and a code is sent for what its field says.',
  },
  on: {
    project({ sources, contract }, report) {
      for (const [id, form] of contract.forms) {
        const source = sources.get(formFile(id))
        if (source) checkLengths(form, contract, source, report)
      }
    },
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step, { event }) {
          const form = event && formShownBy(event.node, contract)
          const detail = event && contract.widgets.get(event.node.widget)?.events[event.name]
          const call = sentCall(step, contract)
          if (!form || !detail || !call) return
          const payload = payloadOf(step, contract)
          const finding = isRefTo(detail.detail, 'formValues')
            ? otherFormOf(call, form, payload)
            : detail.sentBy === CODE
              ? otherPurposeOf(form, call, payload)
              : undefined
          if (finding) report(finding, step.sourcePath)
          else if (isRefTo(detail.detail, 'formValues') && takesForm(call, form.id))
            for (const field of unreadFields(form, event.node.on?.[event.name] ?? []))
              report(
                call.payload.properties?.[field] === undefined
                  ? notTaken(field, form.id, call.id)
                  : neverRead(field, form.id),
                step.sourcePath,
              )
        },
      })
    },
  },
}
export default rule

/** Fields that a call takes by name, and whose length in the form exceeds the one that the server accepts. */
function checkLengths(form: Form, contract: Contract, source: Source, report: ReportInSource): void {
  const properties = member(member(source.root, 'schema'), 'properties')
  const payloads = [...contract.calls.values()].filter((call) => takesForm(call, form.id))
  for (const [name, { maxLength }] of Object.entries(form.schema.properties ?? {})) {
    if (maxLength === undefined) continue
    const call = payloads.find(({ payload }) => (payload.properties?.[name]?.maxLength ?? Infinity) < maxLength)
    const at = member(member(properties, name), 'maxLength')
    const most = call?.payload.properties?.[name]?.maxLength
    if (call && at && most !== undefined)
      report(longerThanTaken(name, maxLength, call.id, most), source, at, `schema/properties/${name}/maxLength`)
  }
}

/** The fields of a payload with the values that are known. */
function payloadOf(step: Step, { actions }: Contract): ReadonlyMap<string, Json | Expr> {
  const name = argumentOfKind(actions.get(step.action), 'payload') ?? ''
  const json = step.args?.[name]
  const expr = step.exprs?.[name]
  if (isJsonObject(json)) return new Map(Object.entries(json))
  return new Map(
    isOperation(expr) && expr[0] === 'map' ? entriesOf(expr).map(([key, value]) => [String(key), value]) : [],
  )
}

function otherFormOf(call: Call, form: Form, payload: ReadonlyMap<string, Json | Expr>): Report | undefined {
  if (call.forms === undefined) return undefined
  const value = typeof call.forms === 'string' ? undefined : payload.get(call.forms.by)
  const expected =
    typeof call.forms === 'string' ? call.forms : typeof value === 'string' ? call.forms.of[value] : undefined
  if (expected === undefined || expected === form.id) return undefined
  return sentByOther(
    call.id,
    typeof call.forms === 'string' ? undefined : `${call.forms.by}: "${String(value)}"`,
    expected,
    form.id,
  )
}

/** The call of a code has the constants that the options of a code field have. */
function otherPurposeOf(form: Form, call: Call, payload: ReadonlyMap<string, Json | Expr>): Report | undefined {
  const constants = Object.keys(form.schema.properties ?? {}).flatMap((name) => {
    const { widget, options } = uiOf(form, name)
    const { payload: sent, purpose } = options
    if (widget !== CODE) return []
    const constant: Record<string, Json> = isJsonObject(sent) ? { ...sent } : {}
    if (purpose !== undefined) constant.purpose = purpose
    return [constant]
  })
  const differs = (record: Record<string, Json>): [string, Json] | undefined =>
    Object.entries(record).find(([name, value]) => typeof payload.get(name) === 'string' && payload.get(name) !== value)
  const differences = constants.map(differs)
  const [first] = differences
  return first && differences.every((difference) => difference !== undefined)
    ? otherConstant(call.id, ...first)
    : undefined
}

/** Required fields that the user fills, that the steps do not read and no rule of the form does. */
function unreadFields(form: Form, steps: readonly Step[]): string[] {
  const read = new Set<string>()
  if (readsAll(steps, read)) return []
  for (const { check } of form.def.rules)
    for (const operation of operationsOf(check)) if (operation[0] === 'v') read.add(operation[1])
  return (form.schema.required ?? []).filter(
    (name) => !read.has(name) && uiOf(form, name).widget !== HIDDEN && !hasSingleValue(form, name),
  )
}

/** Whether a field allows one value only, as a consent does: to send it says nothing more than that the form was sent. */
function hasSingleValue(form: Form, name: string): boolean {
  const field = form.schema.properties?.[name]
  return field?.const !== undefined || field?.enum?.length === 1
}

const isForm = (expr: Expr | undefined): boolean => isOperation(expr) && expr[0] === 'v' && /(^|:)form$/.test(expr[1])

/** Adds the fields that steps read; whether they read the values as a whole. */
function readsAll(steps: readonly Step[], read: Set<string>): boolean {
  return steps.some((step) => {
    const operations = Object.values(step.exprs ?? {}).flatMap((expr) => operationsOf(expr))
    const fields = operations.filter((operation) => operation[0] === '.' && isForm(operation[1]))
    for (const field of fields) read.add(String(field[2]))
    const whole = operations.filter((operation) => isForm(operation)).length > fields.length
    return (
      whole ||
      contentOfStep(step).some(({ steps: inner = [], nodes }) =>
        nodes !== undefined ? readsInNodes(nodes, read) : readsAll(inner, read),
      )
    )
  })
}

/** Nodes that a step shows may read any field. */
const readsInNodes = (nodes: readonly Node[], read: Set<string>): boolean =>
  nodes.some(
    (node) =>
      JSON.stringify(node).includes('form"') &&
      readsAll([{ action: '', exprs: node.exprs ?? {}, sourcePath: '' }], read),
  )

const sentByOther = (call: string, value: string | undefined, expected: string, form: string): Report => ({
  code: value === undefined ? 'sentByOther' : 'valueSentByOther',
  params: { call, value: value ?? '', expected, form },
})

const longerThanTaken = (field: string, length: number, call: string, most: number): Report => ({
  code: 'longerThanTaken',
  params: { field, length, call, most },
})

const otherConstant = (call: string, field: string, value: Json): Report => ({
  code: 'otherConstant',
  params: { field, value: JSON.stringify(value), call },
})

/** A field that the call has no place for: only those who run the server can add it. */
const notTaken = (field: string, form: string, call: string): Report => ({
  code: 'notTaken',
  params: { field, form, call },
})

const neverRead = (field: string, form: string): Report => ({
  code: 'neverRead',
  params: { field, form },
})
