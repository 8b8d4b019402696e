import { exchange, inFile, inWidget, member, rowsOf } from './faults.ts'
import { isObject, strings } from './project.ts'
import type { Kind, Obj } from './project.ts'

// Faults of forms, written from the documents of the language.

const FORMS = 'schemas/forms/'
const properties = (form: Obj): Obj => member(form.schema, 'properties')
/** The first field that a test accepts, with its schema. */
function field(form: Obj, accept: (schema: Obj, name: string) => boolean): [string, Obj] | [] {
  for (const [name, schema] of Object.entries(properties(form)))
    if (isObject(schema) && accept(schema, name)) return [name, schema]
  return []
}
const ui = (form: Obj, name: string): Obj => member(form.uiSchema, name)
const firstOf = (holder: Obj): string | undefined => Object.keys(holder)[0]

export const fields: readonly Kind[] = [
  inWidget(
    'form-initial-lost',
    'Form',
    ({ props }) => {
      const initial = member(props, 'initial')
      const name = firstOf(initial)
      if (name !== undefined) delete initial[name]
    },
    'the field can be filled by the user',
  ),
  inWidget('form-initial-exchanged', 'Form', ({ props }) => {
    const [first, second] = Object.keys(member(props, 'initial'))
    if (first !== undefined && second !== undefined) exchange(member(props, 'initial'), first, second)
  }),
  inWidget('form-bounds-exchanged', 'Form', ({ props }) => {
    for (const value of Object.values(member(props, 'bounds')))
      if (isObject(value)) exchange(value, 'minimum', 'maximum')
  }),
  inWidget('form-bounds-of-other-field', 'Form', ({ props }) => {
    const bounds = member(props, 'bounds')
    const [name] = Object.keys(bounds)
    const other = Object.keys(member(props, 'initial')).find((key) => key !== name)
    if (name === undefined || other === undefined || bounds[name] === undefined) return
    bounds[other] = bounds[name]
    delete bounds[name]
  }),
  inWidget('form-step-is-maximum', 'Form', ({ props }) => {
    for (const value of Object.values(member(props, 'bounds')))
      if (isObject(value) && value.maximum !== undefined && value.step !== undefined) value.step = value.maximum
  }),
  inWidget('form-minimum-is-maximum', 'Form', ({ props }) => {
    for (const value of Object.values(member(props, 'bounds')))
      if (isObject(value) && value.maximum !== undefined && value.minimum !== undefined) value.maximum = value.minimum
  }),
  inWidget(
    'form-units-lost',
    'Form',
    ({ props }) => {
      if (isObject(props)) delete props.units
    },
    'lots have no unit',
  ),
  inWidget('form-units-constant', 'Form', ({ props }) => {
    const units = member(props, 'units')
    for (const name of Object.keys(units)) if (units[name] !== 'EUR' && units[name] !== "=''") units[name] = 'EUR'
  }),
  inWidget('form-units-of-text', 'Form', ({ props }) => {
    const units = member(props, 'units')
    const name = firstOf(units)
    const other = Object.keys(member(props, 'initial')).find((key) => !Object.hasOwn(units, key))
    if (name !== undefined && other !== undefined) units[other] = units[name] ?? ''
  }),
  inWidget('form-conversion-of-other-side', 'Form', ({ props }) => {
    for (const value of Object.values(member(props, 'conversions')))
      if (isObject(value) && typeof value.unit === 'string') value.unit = value.unit.replace('currency', 'base')
  }),
  inWidget(
    'form-choice-id-is-name',
    'Form',
    ({ props }) => {
      const choices = member(props, 'choices')
      for (const [name, value] of Object.entries(choices))
        if (typeof value === 'string') choices[name] = value.replace(/'id': (\w+)\.\w+/, "'id': $1.name")
    },
    'the field takes any text',
  ),
  inWidget('form-choices-of-other-field', 'Form', ({ props }) => {
    const choices = member(props, 'choices')
    const name = firstOf(choices)
    const other = Object.keys(member(props, 'bounds'))[0]
    if (name === undefined || other === undefined) return
    choices[other] = choices[name] ?? []
    delete choices[name]
  }),
  inWidget('form-layout-repeats', 'Form', ({ props }) => {
    const layout = isObject(props) ? props.layout : undefined
    if (Array.isArray(layout) && layout[0] !== undefined) layout.push(layout[0])
  }),
  inWidget('form-disabled-always', 'Form', ({ props }) => {
    if (isObject(props)) props.disabled = true
  }),
  inFile('form-rule-at-other-field', FORMS, (form) => {
    for (const rule of rowsOf(form, 'rules')) {
      const check = String(rule.check)
      const other = Object.keys(properties(form)).find((name) => !new RegExp(`\\b${name}\\b`).test(check))
      if (other !== undefined) rule.field = other
    }
  }),
  inFile('form-rule-of-itself', FORMS, (form) => {
    for (const rule of rowsOf(form, 'rules')) rule.check = String(rule.check).replace(/^=(\w+) == \w+$/, '=$1 == $1')
  }),
  inFile('form-rule-twice', FORMS, (form) => {
    const [rule] = rowsOf(form, 'rules')
    if (rule !== undefined && Array.isArray(form.rules)) form.rules.push(rule)
  }),
  inFile(
    'form-rule-of-unequal-fields',
    FORMS,
    (form) => {
      for (const rule of rowsOf(form, 'rules'))
        rule.check = String(rule.check).replace(/^=password == \w+$/, '=password == account')
    },
    'both are texts',
  ),
  inFile('form-lengths-exchanged', FORMS, (form) => {
    const [, schema] = field(form, (obj) => obj.minLength !== undefined && obj.maxLength !== undefined)
    if (schema) exchange(schema, 'minLength', 'maxLength')
  }),
  inFile('form-password-shown', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema')))
      if (ui(form, name)['ui:widget'] === 'password') return void delete ui(form, name)['ui:widget']
  }),
  inFile('form-amount-as-checkbox', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema')))
      if (ui(form, name)['ui:widget'] === 'amount') return void (ui(form, name)['ui:widget'] = 'checkbox')
  }),
  inFile('form-amount-as-code', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema')))
      if (ui(form, name)['ui:widget'] === 'amount') return void (ui(form, name)['ui:widget'] = 'code')
  }),
  inFile('form-text-as-select', FORMS, (form) => {
    const [name] = field(
      form,
      (schema, field) =>
        schema.enum === undefined && schema.type === 'string' && ui(form, field)['ui:widget'] === undefined,
    )
    if (name !== undefined && isObject(form.uiSchema)) form.uiSchema[name] = { 'ui:widget': 'select' }
  }),
  inFile('form-words-of-choices-lost', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const words = ui(form, name)['ui:enumNames']
      if (Array.isArray(words)) words.pop()
    }
  }),
  inFile('form-words-of-choices-equal', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const words = ui(form, name)['ui:enumNames']
      if (Array.isArray(words) && words[0] !== undefined) words[1] = words[0]
    }
  }),
  inFile('form-words-of-choices-exchanged', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const words = ui(form, name)['ui:enumNames']
      if (Array.isArray(words)) words.reverse()
    }
  }),
  inFile('form-autocomplete-of-other-field', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema')))
      if (ui(form, name)['ui:widget'] === 'password') return void (ui(form, name)['ui:autocomplete'] = 'email')
  }),
  inFile(
    'form-titles-equal',
    FORMS,
    (form) => {
      const [first, second] = Object.values(properties(form)).filter(
        (value) => isObject(value) && value.title !== undefined,
      )
      if (isObject(first) && isObject(second)) second.title = first.title ?? ''
    },
    'a hidden field has no label',
  ),
  inFile(
    'form-refusal-of-other-call',
    FORMS,
    (form) => {
      for (const name of Object.keys(member(form, 'uiSchema'))) {
        const options = member(ui(form, name), 'ui:options')
        if (Array.isArray(options.refusals)) options.refusals = ['pidEmpty']
      }
    },
    'the call does not say which form it takes',
  ),
  inFile(
    'form-refusals-exchanged',
    FORMS,
    (form) => {
      const [first, second] = Object.keys(member(form, 'uiSchema'))
        .map((name) => member(ui(form, name), 'ui:options'))
        .filter((obj) => obj.refusals !== undefined)
      if (!first || !second) return
      const kept = first.refusals ?? []
      first.refusals = second.refusals ?? []
      second.refusals = kept
    },
    'the contract does not say which field a refusal concerns',
  ),
  inFile('form-code-to-other-field', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const to = member(member(ui(form, name), 'ui:options'), 'to')
      for (const key of Object.keys(to)) to[key] = 'password'
    }
  }),
  inFile('form-code-by-other-call', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const options = member(ui(form, name), 'ui:options')
      if (options.call === 'sms_mail') options.call = 'sms_send_d'
      else if (options.call === 'sms_send_d') options.call = 'sms_mail'
    }
  }),
  inFile(
    'form-code-for-other-purpose',
    FORMS,
    (form) => {
      for (const name of Object.keys(member(form, 'uiSchema'))) {
        const payload = member(member(ui(form, name), 'ui:options'), 'payload')
        if (payload.purpose !== undefined) payload.purpose = payload.purpose === 'register' ? 'forget' : 'register'
      }
    },
    'the contract does not say which call takes the code of a purpose',
  ),
  inFile('form-countdown-of-zero', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const options = member(ui(form, name), 'ui:options')
      if (options.seconds !== undefined) options.seconds = 0
    }
  }),
  inFile('form-default-outside', FORMS, (form) => {
    const [, schema] = field(form, (obj) => Array.isArray(obj.enum))
    if (schema) schema.default = 'other'
  }),
  inFile('form-consent-refused', FORMS, (form) => {
    const [, schema] = field(form, (obj) => obj.type === 'boolean' && Array.isArray(obj.enum))
    if (schema) schema.enum = [false]
  }),
  inFile('form-format-of-other-field', FORMS, (form) => {
    const [, schema] = field(form, (obj) =>
      ['id', 'email', 'country', 'symbol', 'currency', 'phone'].includes(String(obj.format)),
    )
    if (schema) schema.format = schema.format === 'email' ? 'country' : 'email'
  }),
  inFile(
    'form-longer-than-server-takes',
    FORMS,
    (form) => {
      const [, schema] = field(form, (obj) => obj.maxLength !== undefined)
      if (schema) schema.maxLength = 5000
    },
    'the call does not say which form it takes',
  ),
  inFile('form-value-server-refuses', FORMS, (form) => {
    const [name, schema] = field(form, (obj) => Array.isArray(obj.enum) && obj.type === 'string')
    if (name === undefined || !Array.isArray(schema?.enum)) return
    schema.enum.push('other')
    const words = ui(form, name)['ui:enumNames']
    if (Array.isArray(words)) words.push('ui.cancel')
  }),
  inFile(
    'form-required-lost',
    FORMS,
    (form) => {
      const schema = member(form, 'schema')
      schema.required = strings(schema.required).slice(1)
    },
    'the call does not require the field either',
  ),
  inFile('form-hidden-by-mistake', FORMS, (form) => {
    const [name] = field(form, (_, name) => ui(form, name)['ui:widget'] === 'password')
    if (name !== undefined) ui(form, name)['ui:widget'] = 'hidden'
  }),
  inFile('form-decimals-out-of-range', FORMS, (form) => {
    for (const name of Object.keys(member(form, 'uiSchema'))) {
      const options = member(ui(form, name), 'ui:options')
      if (options.decimals !== undefined) options.decimals = 20
    }
  }),
  inFile('form-unit-of-text', FORMS, (form) => {
    const [, schema] = field(form, (obj) => obj['x-unit-ref'] === 'currency')
    const [other] = field(form, (obj, name) => obj.format !== 'currency' && name !== 'amount')
    if (schema && other !== undefined) schema['x-unit-ref'] = other
  }),
]
