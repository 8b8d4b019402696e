import { expect, test } from 'vitest'
import type { FormDef, FormField } from './program.ts'
import { checkField, checkForm } from './rules.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, kind: 'text', label: name, required: true, shape: { type: 'string' }, ...more })

test.each<[Partial<FormField>, unknown, unknown]>([
  [{}, '', { key: 'form.required' }],
  [{ required: false }, '', null],
  [{ kind: 'checkbox', shape: { type: 'boolean' } }, false, { key: 'form.mustAccept' }],
  [{ kind: 'password', shape: { type: 'string', minLength: 6, maxLength: 16 } }, 'short', { key: 'form.passwordLength', args: { min: 6, max: 16 } }],
  [{ kind: 'password', shape: { type: 'string', minLength: 6, maxLength: 16 } }, 'x'.repeat(17), { key: 'form.passwordLength', args: { min: 6, max: 16 } }],
  [{ shape: { type: 'string', maxLength: 3 } }, '😀😀😀', null],
  [{ shape: { type: 'string', maxLength: 3 } }, 'four', { key: 'form.tooLong', args: { max: 3 } }],
  [{ shape: { type: 'string', format: 'email' } }, 'ada@', { key: 'form.email' }],
  [{ kind: 'amount', shape: { type: 'string', format: 'decimal' } }, '1e5', { key: 'form.number' }],
  [{ shape: { enum: ['a', 'b'] } }, 'c', { key: 'form.choose' }],
])('%j with %j', (more, value, wanted) => {
  expect(checkField(field('x', more), value)).toEqual(wanted)
})

const order: FormDef = {
  fields: [field('from', { shape: { type: 'string', format: 'decimal' } }), field('to', { shape: { type: 'string', format: 'decimal' } })],
  rules: [{ check: ['d<', ['v', 'from'], ['v', 'to']], field: 'to', message: 'order.reversed' }],
}

test('a rule speaks when its fields are filled and fine by themselves', () => {
  expect([...checkForm(order, { from: '2', to: '1' })]).toEqual([['to', { key: 'order.reversed' }]])
  expect([...checkForm(order, { from: '9', to: '10' })]).toEqual([])
  expect([...checkForm(order, { from: '2' })]).toEqual([['to', { key: 'form.required' }]])
  expect([...checkForm(order, { from: 'x', to: '1' })]).toEqual([['from', { key: 'form.number' }]])
})

test('values that came with a prototype are not values', () => {
  expect([...checkForm(order, Object.create({ from: '1', to: '2' }) as Record<string, unknown>).keys()]).toEqual(['from', 'to'])
})
