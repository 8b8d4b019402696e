import { expect, test } from 'vitest'
import type { FormDef, FormField, Screen } from '../core/program.ts'
import { createData } from './data.ts'
import { createDrafts } from './drafts.ts'
import { createScreenState } from './screen.ts'
import { get } from './store.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, kind: 'text', label: name, required: false, shape: { type: 'string' }, ...more })
const SECRETS = [
  field('password', { kind: 'password' }),
  field('code', { kind: 'code' }),
  field('payPassword', { kind: 'payPassword' }),
  field('cvv', { options: { autocomplete: 'cc-csc' } }),
  field('again', { options: { autocomplete: 'section-a new-password' } }),
  field('answer', { options: { secret: true } }),
]
const OPEN = [field('account'), field('amount', { kind: 'amount' }), field('terms', { kind: 'checkbox', shape: { type: 'boolean' } })]

const screenOf = (form: FormDef, more: Partial<Screen> = {}): Screen => ({
  id: 'x', route: '/x', title: '', nav: 'none', access: [], params: { currency: { type: 'string' } }, state: { step: 'one', list: [] }, data: {}, onShow: [], body: [],
  requires: { widgets: [], actions: [], functions: [] }, calls: {}, forms: { pay: form }, ...more,
})
const FORM: FormDef = { fields: [...OPEN, ...SECRETS], rules: [] }
const data = createData(() => Promise.reject(new Error('not asked')))

type Open = ReturnType<typeof createScreenState>
const form = (screen: Open) => {
  const found = screen.form('pay')
  if (!found) throw new Error('no form')
  return found
}
const values = (screen: Open) => get(form(screen).values)

test('what was typed is there when the screen is opened again, and a secret is not', () => {
  const drafts = createDrafts()
  const open = () => createScreenState(screenOf(FORM), { currency: 'USDT' }, data, { drafts })
  const first = open()
  for (const { name } of [...OPEN, ...SECRETS]) form(first).field(name)?.set(name === 'terms' ? true : `typed ${name}`)
  const again = open()
  form(again).start({ account: 'from the server', amount: '5' })
  expect(values(again)).toEqual({ account: 'typed account', amount: 'typed amount', terms: true, ...Object.fromEntries(SECRETS.map(({ name }) => [name, ''])) })
  expect(values(createScreenState(screenOf(FORM), { currency: 'BTC' }, data, { drafts }))).toMatchObject({ account: '' })
  expect(values(createScreenState(screenOf(FORM), { currency: 'USDT' }, data))).toMatchObject({ account: '' })
})

test.each([
  ['sent', (screen: Open) => form(screen).sent()],
  ['reset', (screen: Open) => form(screen).reset()],
])('what was %s is no draft any more', (_, end) => {
  const drafts = createDrafts()
  const open = () => createScreenState(screenOf(FORM), {}, data, { drafts })
  const first = open()
  form(first).field('account')?.set('ada')
  end(first)
  expect(values(open())).toMatchObject({ account: '' })
})

test('nothing is left for another reader', () => {
  const drafts = createDrafts()
  const draft = drafts.of('x', {}, 'pay')
  draft.write('account', 'ada')
  drafts.clear()
  expect(draft.read('account')).toBeUndefined()
})

test('memory has an end: forms not touched for long, long texts and pictures are not kept', () => {
  const drafts = createDrafts()
  const first = drafts.of('first', {}, 'pay')
  first.write('account', 'ada')
  for (let i = 0; i < 39; i += 1) drafts.of('other', { i }, 'pay').write('account', 'x')
  expect(first.read('account')).toBe('ada')
  drafts.of('other', { i: 40 }, 'pay').write('account', 'x')
  expect(first.read('account')).toBeUndefined()
  const draft = drafts.of('x', {}, 'pay')
  draft.write('note', 'short')
  draft.write('note', 'x'.repeat(10_001))
  expect(draft.read('note')).toBeUndefined()
  draft.write('picture', new Blob(['x']))
  expect(draft.read('picture')).toBeUndefined()
  draft.write('tags', ['a', 'b'])
  expect(draft.read('tags')).toEqual(['a', 'b'])
})

test('another revision of the screen in use takes over what is typed, secrets and shown errors included, and the state', () => {
  const first = createScreenState(screenOf({ fields: [...FORM.fields, field('old')], rules: [] }), {}, data, { drafts: createDrafts() })
  for (const name of ['account', 'password', 'old']) form(first).field(name)?.set('typed')
  form(first).field('account')?.touch()
  first.setState('step', 'two')
  first.setState('list', ['a'])
  const stricter = { fields: [field('account', { shape: { type: 'string', minLength: 9 } }), ...SECRETS, field('young')], rules: [] }
  const second = createScreenState(screenOf(stricter, { state: { step: 'one', list: 'none', more: 1 } }), {}, data, { before: first })
  form(second).start({ account: 'from the server', young: 'from the server' })
  expect(values(second)).toMatchObject({ account: 'typed', password: 'typed', young: 'from the server' })
  const account = form(second).field('account')
  expect(account && get(account.error)).toMatchObject({ key: 'form.tooShort' })
  const password = form(second).field('password')
  expect(password && get(password.touched)).toBe(false)
  expect(['step', 'list', 'more'].map((name) => get(second.state(name) ?? data.region().value))).toEqual(['two', 'none', 1])
  expect([first.continues, second.continues]).toEqual([false, true])
})

test('a field that a revision takes away and a rollback brings back has its draft', () => {
  const drafts = createDrafts()
  const first = createScreenState(screenOf(FORM), {}, data, { drafts })
  form(first).field('account')?.set('ada')
  form(first).field('amount')?.set('5')
  const without = createScreenState(screenOf({ fields: [field('account')], rules: [] }), {}, data, { drafts, before: first })
  expect(values(without)).toEqual({ account: 'ada' })
  expect(values(createScreenState(screenOf(FORM), {}, data, { drafts, before: without }))).toMatchObject({ account: 'ada', amount: '5' })
})
