import { expect, test, vi } from 'vitest'
import type { FormDef, FormField } from '../core/program.ts'
import { createForm } from './forms.ts'
import { get, watch } from './store.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, kind: 'text', label: name, required: true, shape: { type: 'string' }, ...more })
const password = { kind: 'password', shape: { type: 'string', minLength: 6, maxLength: 16 } }
const register: FormDef = {
  fields: [
    field('email', { shape: { type: 'string', format: 'email' } }),
    field('password', password),
    field('again', password),
    field('invite', { required: false, shape: { type: 'string', maxLength: 8 } }),
    field('terms', { kind: 'checkbox', shape: { type: 'boolean' } }),
  ],
  rules: [{ check: ['==', ['v', 'password'], ['v', 'again']], field: 'again', message: 'register.different' }],
}
const errors = (form: ReturnType<typeof createForm>) => Object.fromEntries(form.fields.flatMap((one) => (get(one.error) ? [[one.def.name, get(one.error)?.key]] : [])))
const at = (form: ReturnType<typeof createForm>, name: string) => {
  const found = form.field(name)
  if (!found) throw new Error(name)
  return found
}

test('an error is shown once the field was left, and goes with what is typed', () => {
  const form = createForm(register)
  at(form, 'email').set('ada')
  expect(errors(form)).toEqual({})
  at(form, 'email').touch()
  expect(errors(form)).toEqual({ email: 'form.email' })
  at(form, 'email').set('ada@example.com')
  expect(errors(form)).toEqual({})
})

test('sending an incomplete form shows everything that is missing', () => {
  const form = createForm(register)
  expect(form.submit()).toBe(null)
  expect(errors(form)).toEqual({ email: 'form.required', password: 'form.required', again: 'form.required', terms: 'form.mustAccept' })
  expect(form.firstWrong()?.def.name).toBe('email')
})

test('rules between fields speak when their fields are filled, and when either changes', () => {
  const form = createForm(register)
  at(form, 'password').set('secret1')
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

test('what is sent is what is filled', () => {
  const form = createForm(register)
  for (const [name, value] of Object.entries({ email: 'ada@example.com', password: 'secret', again: 'secret', terms: true })) at(form, name).set(value)
  expect(form.submit()).toEqual({ email: 'ada@example.com', password: 'secret', again: 'secret', terms: true })
  form.reset()
  expect(form.submit()).toBe(null)
})

test('starting values yield to what the reader has typed', () => {
  const form = createForm(register)
  at(form, 'email').set('typed')
  form.start({ email: 'stored', invite: 'CODE', password: null })
  expect(get(form.values)).toMatchObject({ email: 'typed', invite: 'CODE', password: '' })
})

test('bounds of the server are limits by value, and can change', () => {
  const form = createForm({ fields: [field('amount', { kind: 'amount', shape: { type: 'string', format: 'decimal' } })], rules: [] })
  const amount = at(form, 'amount')
  amount.touch()
  form.bound({ amount: { minimum: '10', maximum: '99.5', step: '0.5' } })
  const said = (value: string) => {
    amount.set(value)
    return get(amount.error)
  }
  expect(said('9.99')).toEqual({ key: 'form.minimum', args: { min: '10' } })
  expect(said('100')).toEqual({ key: 'form.maximum', args: { max: '99.5' } })
  expect(said('10.25')).toEqual({ key: 'form.step', args: { step: '0.5' } })
  expect(said('1e1')).toEqual({ key: 'form.number' })
  expect(said('99.50')).toBe(null)
  form.bound({ amount: { maximum: '50' } })
  expect(get(amount.error)?.key).toBe('form.maximum')
})

test('an error of the server stands at its field until it is changed', () => {
  const form = createForm(register)
  at(form, 'invite').fail({ key: 'error.wrongInviteCode' })
  expect(errors(form)).toEqual({ invite: 'error.wrongInviteCode' })
  at(form, 'invite').set('OTHER')
  expect(errors(form)).toEqual({})
})

test('typing wakes those who read the field and nobody else', () => {
  const form = createForm(register)
  const others = vi.fn()
  const own = vi.fn()
  for (const one of form.fields) {
    for (const source of [one.value, one.error, one.touched]) watch(source, one.def.name === 'email' && source === one.value ? own : others)
  }
  at(form, 'email').set('x')
  expect(own).toHaveBeenCalledTimes(1)
  expect(others).not.toHaveBeenCalled()
})

test('filled by a step a field is as if typed: a starting value yields, rules speak, a draft keeps it', () => {
  const kept = new Map<string, unknown>()
  const form = createForm(register, { read: (name) => kept.get(name), write: (name, value) => void (value === undefined ? kept.delete(name) : kept.set(name, value)), clear: () => kept.clear() })
  form.enter({ email: 'ada@example.com', invite: null })
  form.start({ email: 'bob@example.com' })
  expect([get(at(form, 'email').value), get(at(form, 'invite').value), get(form.values)]).toEqual(['ada@example.com', '', { email: 'ada@example.com', password: '', again: '', invite: '', terms: false }])
  expect([kept.get('email'), kept.get('invite')]).toEqual(['ada@example.com', ''])
  at(form, 'email').touch()
  form.enter({ email: 'ada' })
  expect(errors(form)).toEqual({ email: 'form.email' })
})

test('a field that a step empties is as nobody had touched it; the others stay', () => {
  const kept = new Map<string, unknown>()
  const form = createForm(register, { read: (name) => kept.get(name), write: (name, value) => void (value === undefined ? kept.delete(name) : kept.set(name, value)), clear: () => kept.clear() })
  const seen: unknown[] = []
  watch(form.values, () => seen.push(get(form.values).email))
  form.enter({ email: 'ada', invite: 'WELCOME1' })
  at(form, 'email').touch()
  form.clear(['email', 'nothing'])
  expect([get(at(form, 'email').value), get(at(form, 'email').touched), errors(form), get(at(form, 'invite').value)]).toEqual(['', false, {}, 'WELCOME1'])
  expect([kept.has('email'), kept.get('invite'), seen.at(-1)]).toEqual([false, 'WELCOME1', ''])
  form.start({ email: 'bob@example.com' })
  expect(get(at(form, 'email').value)).toBe('bob@example.com')
})
