import { describe, expect, test, vi } from 'vitest'
import { formOf, validatorsOf, type FieldSpec } from '../../../../tests/support/forms.ts'
import type { FormDef, Shape } from '../../language/expressions/program.ts'
import type { Draft } from './drafts.ts'
import { filled } from './formValues.ts'
import { createForm, type Form } from './forms.ts'
import { get, watch } from '../store.ts'

const password: Partial<FieldSpec> = { widget: 'password', schema: { type: 'string', minLength: 6, maxLength: 16 } }
const register: FormDef = formOf(
  [
    { name: 'email', schema: { type: 'string', format: 'email' } },
    { name: 'password', ...password },
    { name: 'again', ...password },
    { name: 'invite', required: false, schema: { type: 'string', maxLength: 8 } },
    { name: 'terms', schema: { type: 'boolean', enum: [true] } },
  ],
  [{ check: ['==', ['v', 'password'], ['v', 'again']], field: 'again', message: 'register.different' }],
)
const NAMES = ['email', 'password', 'again', 'invite', 'terms']
const create = (def: FormDef, draft?: Draft): Form => createForm(def, validatorsOf(def), draft)
const at = (form: Form, path: string) => form.field(path) ?? expect.fail(`There is no field ${path}.`)
/** The errors shown at these fields. */
const errors = (form: Form, paths: readonly string[] = NAMES) =>
  Object.fromEntries(
    paths.flatMap((path) => (get(at(form, path).error) ? [[path, get(at(form, path).error)?.key]] : [])),
  )
const wrong = (form: Form) => Object.fromEntries([...form.check()].map(([path, { key }]) => [path, key]))
const object = (properties: Record<string, Shape>, required: string[] = [], more: Shape = {}): Shape => ({
  type: 'object',
  properties,
  required,
  ...more,
})
const formWith = (schema: Shape, uiSchema: FormDef['uiSchema'] = {}): FormDef => ({ schema, uiSchema, rules: [] })

function drafted(): { stored: Map<string, unknown>; draft: Draft } {
  const stored = new Map<string, unknown>()
  return {
    stored,
    draft: {
      read: (name) => stored.get(name),
      write: (name, value) => void (value === undefined ? stored.delete(name) : stored.set(name, value)),
      clear: () => stored.clear(),
    },
  }
}

test('an error is shown once the field is left, and disappears when typing', () => {
  const form = create(register)
  at(form, 'email').set('ada')
  expect(errors(form)).toEqual({})
  at(form, 'email').touch()
  expect(errors(form)).toEqual({ email: 'form.email' })
  at(form, 'email').set('ada@example.com')
  expect(errors(form)).toEqual({})
})

test('submitting an incomplete form shows every missing value', () => {
  const form = create(register)
  // RJSF has rendered the fields, so each has its store.
  for (const name of NAMES) at(form, name)
  const missing = {
    email: 'form.required',
    password: 'form.required',
    again: 'form.required',
    terms: 'form.mustAccept',
  }
  expect(wrong(form)).toEqual(missing)
  expect(errors(form)).toEqual({})
  expect([...form.showErrors().keys()].toSorted()).toEqual(Object.keys(missing).toSorted())
  expect(errors(form)).toEqual(missing)
})

test('rules between fields run when their fields are filled, and when either changes', () => {
  const form = create(register)
  at(form, 'password').set('secret71')
  at(form, 'again').touch()
  expect(errors(form)).toEqual({ again: 'form.required' })
  at(form, 'again').set('secret2')
  expect(errors(form)).toEqual({ again: 'register.different' })
  at(form, 'password').set('secret2')
  expect(errors(form)).toEqual({})
  at(form, 'password').set('short')
  at(form, 'password').touch()
  expect(errors(form)).toEqual({ password: 'form.passwordLength' })
})

test('only filled values are sent', () => {
  const form = create(register)
  for (const [name, value] of Object.entries({
    email: 'ada@example.com',
    password: 'secret',
    again: 'secret',
    terms: true,
  }))
    at(form, name).set(value)
  at(form, 'invite').set('x')
  at(form, 'invite').set('')
  expect(wrong(form)).toEqual({})
  expect(filled(form.data())).toEqual({ email: 'ada@example.com', password: 'secret', again: 'secret', terms: true })
  form.reset()
  expect(form.data()).toEqual({})
  expect(form.check().size).toBeGreaterThan(0)
})

test('starting values yield to the user’s input', () => {
  const form = create(register)
  at(form, 'email').set('typed')
  form.setInitialValues({ email: 'stored', invite: 'CODE', password: null })
  expect(get(form.values)).toMatchObject({ email: 'typed', invite: 'CODE', password: '' })
})

describe('the starting values of the next record', () => {
  const exits = () =>
    create(
      formOf([
        { name: 'takeProfit', required: false, widget: 'amount', schema: { type: 'string', format: 'decimal' } },
        { name: 'stopLoss', required: false, widget: 'amount', schema: { type: 'string', format: 'decimal' } },
      ]),
    )
  const [first, second] = [
    { takeProfit: '70000', stopLoss: '60000' },
    { takeProfit: '80000', stopLoss: '75000' },
  ]
  const none = { takeProfit: null, stopLoss: null }

  test.each<[string, Record<string, unknown>]>([
    ['null', none],
    ['missing', {}],
  ])('leave a field empty where they are %s', (_, blank) => {
    const form = exits()
    form.setInitialValues(first)
    form.setInitialValues(blank)
    expect(get(form.values)).toEqual(none)
  })

  test('leave a default of the schema where they are blank', () => {
    const form = create(formWith(object({ currency: { type: 'string', default: 'USDT' } })))
    form.setInitialValues({ currency: null })
    form.setInitialValues({ currency: 'BTC' })
    form.setInitialValues({ currency: null })
    expect(form.data()).toEqual({ currency: 'USDT' })
  })

  test('that are blank leave a typed value', () => {
    const form = exits()
    form.setInitialValues(first)
    at(form, 'takeProfit').set('71000')
    form.setInitialValues(none)
    expect(get(form.values)).toEqual({ takeProfit: '71000', stopLoss: null })
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['other', first, second],
    ['none', first, none],
    ['none either', none, none],
    ['equal', first, first],
  ])('take the place of what was submitted for the last: %s', (_, submitted, next) => {
    const form = exits()
    form.setInitialValues(submitted)
    at(form, 'takeProfit').set('71000')
    form.markSubmitted()
    expect([get(form.values).takeProfit, form.typedPaths()]).toEqual(['71000', []])
    form.setInitialValues(next)
    expect(get(form.values)).toEqual(next)
  })

  test('may come before the submission has ended', () => {
    const form = exits()
    form.setInitialValues(first)
    at(form, 'takeProfit').set('71000')
    form.setInitialValues(second)
    expect(get(form.values).takeProfit).toBe('71000')
    form.markSubmitted()
    expect(get(form.values)).toEqual(second)
  })

  test('yield to what was typed while the submission was on its way', () => {
    const form = exits()
    form.setInitialValues(first)
    at(form, 'takeProfit').set('71000')
    const sent = form.data()
    at(form, 'takeProfit').set('72000')
    form.markSubmitted(sent)
    form.setInitialValues({ ...first, takeProfit: '71000' })
    expect(get(form.values).takeProfit).toBe('72000')
  })
})

test.each([
  [{ type: 'number' }, 'abc', null],
  [{ type: 'number' }, 1.5, 1.5],
  [{ type: 'integer' }, 1.5, null],
  [{ type: 'string', format: 'decimal' }, '1.', null],
  [{ type: 'string', format: 'decimal' }, '', null],
  [{ type: 'string', enum: ['card', 'wallet'] }, '', null],
  [{ type: 'string', oneOf: [{ const: 'card', title: 'card' }] }, undefined, null],
  [{ type: 'string', format: 'email' }, 'ada', 'ada'],
  [{ type: 'string', maxLength: 3 }, '', ''],
])('of a field %j with %j expressions read %j', (schema, value, read) => {
  const form = create(formOf([{ name: 'field', schema }]))
  at(form, 'field').set(value)
  expect(get(form.values)).toEqual({ field: read })
})

test('server bounds are limits by value, and can change', () => {
  const form = create(formOf([{ name: 'amount', widget: 'amount', schema: { type: 'string', format: 'decimal' } }]))
  const amount = at(form, 'amount')
  amount.touch()
  form.setBounds({ amount: { minimum: '10', maximum: '99.5', step: '0.5' } })
  const errorOf = (value: string) => {
    amount.set(value)
    return get(amount.error)
  }
  expect(errorOf('9.99')).toEqual({ key: 'form.minimum', args: { min: '10' } })
  expect(errorOf('100')).toEqual({ key: 'form.maximum', args: { max: '99.5' } })
  expect(errorOf('10.25')).toEqual({ key: 'form.step', args: { step: '0.5' } })
  expect(errorOf('1e1')).toEqual({ key: 'form.number' })
  expect(errorOf('99.50')).toBe(null)
  form.setBounds({ amount: { maximum: '50' } })
  expect(get(amount.error)?.key).toBe('form.maximum')
  expect([...form.checkBeyondSchema().keys()]).toEqual(['amount'])
})

test('a typed value above its maximum is an error at once, another one only after the field is left', () => {
  const form = create(formOf([{ name: 'amount', widget: 'amount', schema: { type: 'string', format: 'decimal' } }]))
  const amount = at(form, 'amount')
  form.setBounds({ amount: { minimum: '10', maximum: '50' } })
  const errorOf = (value: string) => {
    amount.set(value)
    return get(amount.error)?.key ?? null
  }
  expect(['5', '51', '5', '', '20'].map(errorOf)).toEqual([null, 'form.maximum', null, null, null])
  expect(get(amount.touched)).toBe(false)
  form.setBounds({ amount: { minimum: '10', maximum: '0' } })
  expect(errorOf('21')).toBe('form.tooLittle')
  form.setBounds({ amount: { minimum: '10', maximum: '19' } })
  errorOf('20.1')
  amount.set('2')
  amount.touch()
  expect(get(amount.error)?.key).toBe('form.minimum')
})

test('a draft above the maximum is an error as soon as the maximum is known, until it is within', () => {
  const { stored, draft } = drafted()
  stored.set('amount', '60')
  const form = create(
    formOf([{ name: 'amount', widget: 'amount', schema: { type: 'string', format: 'decimal' } }]),
    draft,
  )
  const keyFor = (maximum: string) => {
    form.setBounds({ amount: { maximum } })
    return get(at(form, 'amount').error)?.key
  }
  expect(['50', '70', '59'].map(keyFor)).toEqual(['form.maximum', undefined, 'form.maximum'])
})

test('a value that was set to its maximum follows it down, and not up', () => {
  const form = create(formOf([{ name: 'amount', widget: 'amount', schema: { type: 'string', format: 'decimal' } }]))
  const valueFor = (maximum: string) => {
    form.setBounds({ amount: { maximum } })
    return form.data().amount
  }
  form.setBounds({ amount: { maximum: '50' } })
  form.setValues({ amount: '50' })
  expect(['49.5', '60', '49', '48'].map(valueFor)).toEqual(['49.5', '49.5', '49', '48'])
  at(form, 'amount').set('47')
  expect(['50', '46'].map(valueFor)).toEqual(['47', '47'])
  expect(get(at(form, 'amount').error)?.key).toBe('form.maximum')
})

test('the steps of a submission empty what it has sent, and not what is typed since', () => {
  const form = create(formOf(['lots', 'stop'].map((name) => ({ name, required: false }))))
  form.setValues({ lots: '1', stop: '2' })
  const detail = {}
  form.beginSubmission(detail, form.data())
  at(form, 'lots').set('3')
  form.clear(['lots', 'stop'], detail)
  expect(form.data()).toEqual({ lots: '3' })
  form.clear(['lots'], {})
  expect(form.data()).toEqual({})
})

test('a server error is shown at its field until that field changes', () => {
  const form = create(register)
  at(form, 'invite').setError({ key: 'error.wrongInviteCode' })
  expect(errors(form)).toEqual({ invite: 'error.wrongInviteCode' })
  at(form, 'email').set('ada@example.com')
  at(form, 'email').touch()
  expect(errors(form)).toEqual({ invite: 'error.wrongInviteCode' })
  at(form, 'invite').set('OTHER')
  expect(errors(form)).toEqual({})
})

test('typing notifies only the subscribers of the field', () => {
  const form = create(register)
  const others = vi.fn()
  const own = vi.fn()
  for (const name of NAMES) {
    const field = at(form, name)
    for (const source of [field.value, field.error, field.touched])
      watch(source, name === 'email' && source === field.value ? own : others)
  }
  at(form, 'email').set('x')
  expect(own).toHaveBeenCalledTimes(1)
  expect(others).not.toHaveBeenCalled()
})

test('a field filled by a step counts as typed: a starting value yields, rules run, a draft stores it', () => {
  const { stored, draft } = drafted()
  const form = create(register, draft)
  form.setValues({ email: 'ada@example.com', invite: null })
  form.setInitialValues({ email: 'bob@example.com' })
  expect([get(at(form, 'email').value), get(at(form, 'invite').value), get(form.values)]).toEqual([
    'ada@example.com',
    undefined,
    { email: 'ada@example.com', password: '', again: '', invite: '', terms: false },
  ])
  expect([stored.get('email'), stored.get('invite')]).toEqual(['ada@example.com', ''])
  at(form, 'email').touch()
  form.setValues({ email: 'ada' })
  expect(errors(form)).toEqual({ email: 'form.email' })
})

test('a step that empties a field resets that field only', () => {
  const { stored, draft } = drafted()
  const form = create(register, draft)
  const observed: unknown[] = []
  watch(form.values, () => observed.push(get(form.values).email))
  form.setValues({ email: 'ada', invite: 'WELCOME1' })
  at(form, 'email').touch()
  form.clear(['email', 'nothing'])
  expect([
    get(at(form, 'email').value),
    get(at(form, 'email').touched),
    errors(form),
    get(at(form, 'invite').value),
  ]).toEqual([undefined, false, {}, 'WELCOME1'])
  expect([stored.has('email'), stored.get('invite'), observed.at(-1)]).toEqual([false, 'WELCOME1', null])
  form.setInitialValues({ email: 'bob@example.com' })
  expect(get(at(form, 'email').value)).toBe('bob@example.com')
})

test('schema defaults are set at the start, also within objects, and after a reset', () => {
  const form = create(
    formWith(
      object({
        currency: { type: 'string', default: 'USDT' },
        address: object({ country: { type: 'string', default: 'DE' }, city: { type: 'string' } }),
        shown: { type: 'boolean', default: false },
      }),
    ),
  )
  const defaults = { currency: 'USDT', address: { country: 'DE' }, shown: false }
  expect(form.data()).toEqual(defaults)
  expect(get(form.values)).toEqual(defaults)
  at(form, 'currency').set('BTC')
  at(form, 'address.city').set('Bonn')
  form.reset()
  expect(form.data()).toEqual(defaults)
  expect([get(at(form, 'currency').value), get(at(form, 'address.city').value)]).toEqual(['USDT', undefined])
})

test('an empty value reads as an empty text, false, or null, by its type', () => {
  const form = create(
    formWith(
      object({
        note: { type: 'string' },
        amount: { type: 'string', format: 'decimal' },
        count: { type: 'integer' },
        agreed: { type: 'boolean' },
        maybe: { type: ['string', 'null'] },
        rows: { type: 'array' },
        address: object({}),
      }),
    ),
  )
  expect(get(form.values)).toEqual({
    note: '',
    amount: null,
    count: null,
    agreed: false,
    maybe: null,
    rows: null,
    address: null,
  })
  expect(form.data()).toEqual({})
})

describe('fields within objects and lists', () => {
  const nested = formWith(
    object({
      address: object({ city: { type: 'string', minLength: 2 } }, ['city']),
      rows: { type: 'array', items: object({ name: { type: 'string' } }, ['name']) },
    }),
  )

  test('have their own store, and write into a copy of the data', () => {
    const form = create(nested)
    const before = form.data()
    at(form, 'address.city').set('Rome')
    expect([before, form.data()]).toEqual([{}, { address: { city: 'Rome' } }])
    at(form, 'address.city').set('R')
    at(form, 'address.city').touch()
    expect(errors(form, ['address.city'])).toEqual({ 'address.city': 'form.tooShort' })
    at(form, 'address.city').set('')
    expect(form.data()).toEqual({ address: {} })
    expect(errors(form, ['address.city'])).toEqual({ 'address.city': 'form.required' })
  })

  test('are stored by path, and drafts retain the object that contains them', () => {
    const { stored, draft } = drafted()
    const form = create(nested, draft)
    at(form, 'address.city').set('Rome')
    expect(form.typedPaths()).toEqual(['address.city'])
    expect(stored.get('address')).toEqual({ city: 'Rome' })
    expect(create(nested, draft).data()).toEqual({ address: { city: 'Rome' } })
    const next = create(nested)
    next.inheritFrom(form)
    expect([next.data(), next.typedPaths()]).toEqual([{ address: { city: 'Rome' } }, ['address.city']])
  })

  test('values typed within an object, and items added to a list, survive new starting values', () => {
    const form = create(nested)
    const initial = { address: { city: 'Rome' }, rows: [{ name: 'a' }] }
    form.connect({ change: () => undefined, payload: (values) => ({ data: values, settled: [] }) }, {})
    form.setInitialValues(initial)
    expect(form.data()).toEqual(initial)
    at(form, 'address.city').set('Oslo')
    form.receive({ ...form.data(), rows: [{ name: 'a' }, {}] })
    form.setInitialValues({ address: { city: 'Rome' }, rows: [{ name: 'a' }] })
    expect(form.data()).toEqual({ address: { city: 'Oslo' }, rows: [{ name: 'a' }, {}] })
    form.clear(['rows'])
    form.setInitialValues(initial)
    expect(form.data().rows).toEqual(initial.rows)
  })

  test('an item of a list is written at its index', () => {
    const form = create(nested)
    form.receive({ rows: [{ name: 'a' }, { name: 'b' }] })
    at(form, 'rows.1.name').set('c')
    expect(form.data()).toEqual({ rows: [{ name: 'a' }, { name: 'c' }] })
    expect(wrong(form)).toEqual({})
    at(form, 'rows.0.name').set('')
    expect(wrong(form)).toEqual({ 'rows.0.name': 'form.required' })
  })

  test('a path to a prototype writes nothing', () => {
    const form = create(nested)
    expect(form.field('constructor')).toBe(null)
    expect(form.field('__proto__.polluted')).toBe(null)
    expect(() => at(form, 'address.__proto__.polluted').set('x')).toThrow('__proto__')
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })
})

describe('conditional properties', () => {
  const card = formWith(
    object({ kind: { type: 'string' } }, ['kind'], {
      allOf: [
        {
          if: { properties: { kind: { const: 'card' } }, required: ['kind'] },
          then: { properties: { number: { type: 'string' } }, required: ['number'] },
        },
      ],
      dependencies: { kind: { oneOf: [{ properties: { kind: { enum: ['wallet'] }, pin: { type: 'string' } } }] } },
    }),
    { pin: { 'ui:widget': 'password' } },
  )

  test('are fields, and expressions read them once filled', () => {
    const form = create(card)
    expect([form.field('number')?.path, form.field('nothing')]).toEqual(['number', null])
    expect(get(form.values)).toEqual({ kind: '' })
    form.setInitialValues({ kind: 'card', number: '12' })
    expect(get(form.values)).toEqual({ kind: 'card', number: '12' })
    form.setValues({ number: null })
    expect(get(form.values)).toEqual({ kind: 'card' })
    form.clear(['kind'])
    expect(form.data()).toEqual({})
  })

  test('are stored in a draft unless they are a secret', () => {
    const { stored, draft } = drafted()
    const form = create(card, draft)
    form.setValues({ kind: 'card', number: '12', pin: '123456' })
    expect(Object.fromEntries(stored)).toEqual({ kind: 'card', number: '12' })
    expect(create(card, draft).data()).toEqual({ kind: 'card', number: '12' })
    const next = create(card)
    next.inheritFrom(form)
    expect(next.data()).toEqual({ kind: 'card', number: '12', pin: '123456' })
    // Another revision does not show hidden values.
    const open = create(formWith(card.schema))
    open.inheritFrom(form)
    expect(open.data()).toEqual({ kind: 'card', number: '12' })
  })
})

describe('a secret', () => {
  const pin: Shape = { type: 'string' }
  test.each<[string, FormDef]>([
    ['within an object', formWith(object({ login: object({ pin }) }), { login: { pin: { 'ui:widget': 'password' } } })],
    [
      'within a list',
      formWith(object({ login: { type: 'array', items: object({ pin }) } }), {
        login: { items: { pin: { 'ui:autocomplete': 'one-time-code' } } },
      }),
    ],
    [
      'in an alternative',
      formWith(object({ login: { oneOf: [object({ pin }), object({ name: pin })] } }), {
        login: { pin: { 'ui:options': { secret: true } } },
      }),
    ],
    [
      'in a definition',
      formWith(
        object({ login: { $ref: '#/definitions/login' } }, [], {
          definitions: { login: object({ pin, again: { $ref: '#/definitions/login' } }) },
        }),
        { login: { pin: { 'ui:widget': 'password' } } },
      ),
    ],
  ])('%s is stored in no draft', (_, def) => {
    const { stored, draft } = drafted()
    const form = create(def, draft)
    form.connect({ change: () => undefined, payload: (values) => ({ data: values, settled: [] }) }, {})
    form.setValues({ login: { pin: '123456' } })
    form.receive({ login: { pin: '654321' } })
    expect(form.data()).toEqual({ login: { pin: '654321' } })
    expect(stored.size).toBe(0)
  })
})

describe('the RJSF form', () => {
  const conditional = formWith(
    object({
      kind: { type: 'string' },
      note: { type: 'string' },
      rows: { type: 'array', items: object({ name: { type: 'string' } }) },
    }),
  )

  function connected(known?: Record<string, unknown>) {
    const form = create(conditional)
    const change = vi.fn()
    const disconnect = form.connect(
      { change, payload: (values) => ({ data: values, settled: [] }) },
      known ?? form.data(),
    )
    return { form, change, disconnect }
  }

  test('gets typed values on commit, once for each field', () => {
    const { form, change } = connected()
    at(form, 'note').set('a')
    at(form, 'note').set('ab')
    expect(change).not.toHaveBeenCalled()
    form.commit()
    form.commit()
    expect(change.mock.calls).toEqual([[['note'], 'ab']])
  })

  test('gets a property that a condition reads at once, and values within a list', () => {
    const { form, change } = connected()
    form.watchConditions(new Set(['kind']))
    at(form, 'kind').set('card')
    form.receive({ kind: 'card', rows: [{}] })
    at(form, 'rows.0.name').set('x')
    expect(change.mock.calls).toEqual([
      [['kind'], 'card'],
      [['rows', 0, 'name'], 'x'],
    ])
  })

  test('gets unknown changes when mounted with other data, and nothing after unmount', () => {
    const form = create(conditional)
    form.setValues({ note: 'before' })
    const change = vi.fn()
    const disconnect = form.connect({ change, payload: (values) => ({ data: values, settled: [] }) }, {})
    expect(change.mock.calls).toEqual([[['note'], 'before']])
    disconnect()
    at(form, 'note').set('after')
    form.commit()
    expect(change).toHaveBeenCalledTimes(1)
  })

  test('passes its data to the fields, but not over typed values not yet committed', () => {
    const { form } = connected()
    const kind = at(form, 'kind')
    const note = at(form, 'note')
    note.set('typed')
    form.receive({ kind: 'default', note: 'old' })
    expect([get(kind.value), get(note.value), kind.typed]).toEqual(['default', 'typed', false])
    expect(form.data()).toEqual({ kind: 'default', note: 'typed' })
  })
})
