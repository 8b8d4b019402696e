import { expect, test } from 'vitest'
import { formOf, testForm, type FieldSpec } from '../../../../tests/support/forms.ts'
import type { FormDef, Screen } from '../../language/expressions/program.ts'
import { createQueryStore } from '../data/queryStore.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createScreenState as createState, type InstanceOptions } from '../screen.ts'
import { get } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

const field = (name: string, more: Partial<FieldSpec> = {}): FieldSpec => ({ name, required: false, ...more })
const SECRETS = [
  field('password', { widget: 'password' }),
  field('code', { widget: 'code' }),
  field('payPassword', { widget: 'payPassword' }),
  field('cvv', { options: { autocomplete: 'cc-csc' } }),
  field('again', { options: { autocomplete: 'section-a new-password' } }),
  field('answer', { options: { secret: true } }),
]
const OPEN = [field('account'), field('amount', { widget: 'amount' }), field('terms', { schema: { type: 'boolean' } })]
const createScreenState = (
  screen: Screen,
  params: Record<string, unknown>,
  of: typeof data,
  around: InstanceOptions = {},
) => createState(screen, params, of, { createForm: testForm, ...around })

const screenOf = (form: FormDef, more: Partial<Screen> = {}): Screen => ({
  id: 'x',
  route: '/x',
  title: '',
  navigationBar: 'none',
  access: [],
  params: { currency: { type: 'string' } },
  state: { step: 'one', list: [] },
  queries: {},
  onShow: [],
  body: [],
  requires: { widgets: [], actions: [], functions: [] },
  calls: {},
  forms: { pay: form },
  ...more,
})
const FORM: FormDef = formOf([...OPEN, ...SECRETS])
const data = createQueryStore(client, () => Promise.reject(new Error('not asked')))

type Open = ReturnType<typeof createScreenState>
const form = (screen: Open) => {
  const store = screen.form('pay')
  if (!store) throw new Error('no form')
  return store
}
const stateOf = (screen: Open, name: string) => {
  const state = screen.state(name)
  return state && get(state)
}
const values = (screen: Open) => get(form(screen).values)
/** The drafts after the page was loaded again. */
const reloaded = (drafts: Drafts): Drafts => {
  const after = createDrafts()
  after.restore(drafts.serialize() ?? '')
  return after
}

test('typed values are restored when the screen is reopened, secrets are not', () => {
  const drafts = createDrafts()
  const open = () => createScreenState(screenOf(FORM), { currency: 'USDT' }, data, { drafts })
  const first = open()
  for (const { name } of [...OPEN, ...SECRETS])
    form(first)
      .field(name)
      ?.set(name === 'terms' ? true : `typed ${name}`)
  const reopened = open()
  form(reopened).setInitialValues({ account: 'from the server', amount: '5' })
  expect(values(reopened)).toEqual({
    account: 'typed account',
    amount: 'typed amount',
    terms: true,
    ...Object.fromEntries(SECRETS.map(({ name }) => [name, ''])),
  })
  expect(values(createScreenState(screenOf(FORM), { currency: 'BTC' }, data, { drafts }))).toMatchObject({
    account: '',
  })
  expect(values(createScreenState(screenOf(FORM), { currency: 'USDT' }, data))).toMatchObject({ account: '' })
})

test.each([
  ['sent', (screen: Open) => form(screen).markSubmitted()],
  ['reset', (screen: Open) => form(screen).reset()],
])('values that were %s are no draft', (_, end) => {
  const drafts = createDrafts()
  const open = () => createScreenState(screenOf(FORM), {}, data, { drafts })
  const first = open()
  form(first).field('account')?.set('ada')
  end(first)
  expect(values(open())).toMatchObject({ account: '' })
})

test('a starting value is no draft: the next visit has that of its time', () => {
  const drafts = createDrafts()
  const open = () => createScreenState(screenOf(FORM), {}, data, { drafts })
  const first = open()
  form(first).setInitialValues({ account: 'ada', amount: '70000' })
  expect([drafts.hasUnsaved(), drafts.serialize()]).toEqual([false, null])
  form(first).field('account')?.set('bob')
  const reopened = open()
  form(reopened).setInitialValues({ account: 'ada', amount: '71000' })
  expect(values(reopened)).toMatchObject({ account: 'bob', amount: '71000' })
  expect(drafts.hasUnsaved()).toBe(true)
})

test('a field that the user has emptied stays empty at the next visit', () => {
  const drafts = createDrafts()
  const open = () => createScreenState(screenOf(FORM), {}, data, { drafts })
  const first = open()
  form(first).setInitialValues({ amount: '70000' })
  form(first).field('amount')?.set('')
  const reopened = open()
  form(reopened).setInitialValues({ amount: '71000' })
  expect(values(reopened)).toMatchObject({ amount: '' })
  expect(drafts.hasUnsaved()).toBe(false)
})

test('a default that the drawn form adds is no draft, an item added to a list is', () => {
  const drafts = createDrafts()
  const rows = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
  const pay = form(
    createScreenState(screenOf(formOf([...OPEN, field('rows', { schema: rows })])), {}, data, { drafts }),
  )
  pay.receive({ account: 'default' })
  expect(drafts.hasUnsaved()).toBe(false)
  pay.receive({ account: 'default', rows: [{}] })
  expect(drafts.hasUnsaved()).toBe(true)
})

test('text typed while a submission was on its way is a draft', () => {
  const drafts = createDrafts()
  const open = () => form(createScreenState(screenOf(FORM), {}, data, { drafts }))
  const pay = open()
  pay.field('account')?.set('ada')
  const sent = pay.data()
  pay.field('account')?.set('bob')
  pay.markSubmitted(sent)
  expect(get(open().values).account).toBe('bob')
})

test('no draft remains for another user', () => {
  const drafts = createDrafts()
  const draft = drafts.of('x', {}, 'pay')
  draft.write('account', 'ada')
  drafts.clear()
  expect(draft.read('account')).toBeUndefined()
})

test('memory is limited: least recently used forms, long texts and pictures are dropped', () => {
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
  draft.write('rows', [{ name: 'a', count: 1 }, undefined])
  expect(draft.read('rows')).toEqual([{ name: 'a', count: 1 }, undefined])
  draft.write('rows', [{ picture: new Blob(['x']) }])
  expect(draft.read('rows')).toBeUndefined()
  draft.write('rows', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`))
  expect(draft.read('rows')).toBeUndefined()
})

test('another revision of a screen in use takes over typed values, secrets, shown errors and state', () => {
  const first = createScreenState(screenOf(formOf([...OPEN, ...SECRETS, field('old')])), {}, data, {
    drafts: createDrafts(),
  })
  for (const name of ['account', 'password', 'old']) form(first).field(name)?.set('typed')
  form(first).field('account')?.touch()
  first.setState('step', 'two')
  first.setState('list', ['a'])
  const stricter = formOf([field('account', { schema: { type: 'string', minLength: 9 } }), ...SECRETS, field('young')])
  const second = createScreenState(screenOf(stricter, { state: { step: 'one', list: 'none', more: 1 } }), {}, data, {
    previous: first,
  })
  form(second).setInitialValues({ account: 'from the server', young: 'from the server' })
  expect(values(second)).toMatchObject({ account: 'typed', password: 'typed', young: 'from the server' })
  const account = form(second).field('account')
  expect(account && get(account.error)).toMatchObject({ key: 'form.tooShort' })
  const password = form(second).field('password')
  expect(password && get(password.touched)).toBe(false)
  expect(['step', 'list', 'more'].map((name) => get(second.state(name) ?? data.query().value))).toEqual([
    'two',
    'none',
    1,
  ])
  expect([first.isHotSwap, second.isHotSwap]).toEqual([false, true])
})

test('a field that a revision removes and a rollback restores has its draft', () => {
  const drafts = createDrafts()
  const first = createScreenState(screenOf(FORM), {}, data, { drafts })
  form(first).field('account')?.set('ada')
  form(first).field('amount')?.set('5')
  const without = createScreenState(screenOf(formOf([field('account')])), {}, data, { drafts, previous: first })
  expect(values(without)).toEqual({ account: 'ada' })
  expect(values(createScreenState(screenOf(FORM), {}, data, { drafts, previous: without }))).toMatchObject({
    account: 'ada',
    amount: '5',
  })
})

test('drafts are the same after a reload', () => {
  const before = createDrafts()
  before.of('x', { currency: 'USDT' }, 'pay').write('amount', '12.50')
  const after = reloaded(before)
  expect(after.of('x', { currency: 'USDT' }, 'pay').read('amount')).toBe('12.50')
  expect(after.of('x', { currency: 'BTC' }, 'pay').read('amount')).toBeUndefined()
})

test('without a typed value there is nothing to store', () => {
  const drafts = createDrafts()
  drafts.choicesOf('x', {})
  expect(drafts.serialize()).toBeNull()
})

test.each(['', '{', 'null', '[]', '{"drafts":{}}', '{"drafts":[["a"],[1,[]],["b","c"],["d",[[1,2],["e"]]]]}'])(
  'a stored text %j that is no list of drafts restores nothing',
  (text) => {
    const drafts = createDrafts()
    drafts.restore(text)
    expect(drafts.hasUnsaved()).toBe(false)
    expect(drafts.serialize()).toBeNull()
  },
)

test('a choice from before a reload is restored for one visit', () => {
  const shapes = { step: { type: 'string', enum: ['one', 'two'] } }
  const screen = screenOf(FORM, { stateShapes: shapes })
  const before = createDrafts()
  createScreenState(screen, {}, data, { drafts: before }).setState('step', 'two')
  const after = reloaded(before)
  const stepOf = () => stateOf(createScreenState(screen, {}, data, { drafts: after }), 'step')
  expect(stepOf()).toBe('two')
  expect(stepOf()).toBe('one')
})

/** As an expression makes it. */
const way = (currency: string) => Object.assign(Object.create(null) as object, { currency, network: null })
const CHOOSING = screenOf(FORM, {
  state: { step: 'one', way: way('USDT'), days: 0, list: [], query: '' },
  stateShapes: {
    step: { type: 'string', enum: ['one', 'two'] },
    way: {
      type: 'object',
      properties: { currency: { type: 'string' }, network: { type: ['string', 'null'] } },
      required: ['currency', 'network'],
    },
    days: { type: 'integer' },
    list: { type: 'array', items: { type: 'string' } },
  },
})
const FIRST = { step: 'one', way: way('USDT'), days: 0, list: [], query: '' }
const CHOSEN = { step: 'two', way: way('BTC'), days: 30, list: ['a'], query: 'words' }
/** A visit in which all is chosen. */
function choose(drafts: Drafts): Open {
  const screen = createScreenState(CHOOSING, {}, data, { drafts })
  for (const [name, value] of Object.entries(CHOSEN)) screen.setState(name, value)
  return screen
}
const nextVisit = (drafts: Drafts, params = {}) => {
  const screen = createScreenState(CHOOSING, params, data, { drafts })
  return Object.fromEntries(Object.keys(FIRST).map((name) => [name, stateOf(screen, name)]))
}
const type = (screen: Open, value: string) => form(screen).field('amount')?.set(value)

test('a form that was not sent comes back with the choices it was filled in under, also after a reload', () => {
  const drafts = createDrafts()
  type(choose(drafts), '0.5')
  const restored = { ...CHOSEN, list: [], query: '' }
  expect(nextVisit(drafts)).toEqual(restored)
  expect(nextVisit(drafts)).toEqual(restored)
  expect(nextVisit(reloaded(drafts))).toEqual(restored)
  expect(nextVisit(drafts, { currency: 'EUR' })).toEqual(FIRST)
})

test('a word that the address names is that of the address in the next visit', () => {
  const drafts = createDrafts()
  type(choose(drafts), '0.5')
  const named = { ...CHOOSING, initialExprs: { step: 'one' } }
  const stepOf = (from: Drafts) => stateOf(createScreenState(named, {}, data, { drafts: from }), 'step')
  expect(stepOf(reloaded(drafts))).toBe('two')
  expect(stepOf(drafts)).toBe('one')
})

test.each<[string, (screen: Open) => void]>([
  ['nothing was typed', () => {}],
  ['what was typed was emptied', (screen) => ['0.5', ''].forEach((value) => type(screen, value))],
  [
    'the form was sent',
    (screen) => {
      type(screen, '0.5')
      form(screen).markSubmitted()
    },
  ],
])('choices are over with their visit if %s; a reload keeps the words', (_name, leave) => {
  const drafts = createDrafts()
  leave(choose(drafts))
  expect(nextVisit(reloaded(drafts))).toEqual({ ...FIRST, step: 'two' })
  expect(nextVisit(drafts)).toEqual(FIRST)
})

test('a stored choice that the screen no longer offers is ignored', () => {
  const before = createDrafts()
  const shapes = (values: string[]) => ({ step: { type: 'string', enum: values } })
  createScreenState(screenOf(FORM, { stateShapes: shapes(['one', 'two']) }), {}, data, { drafts: before }).setState(
    'step',
    'two',
  )
  const after = reloaded(before)
  const screen = createScreenState(screenOf(FORM, { stateShapes: shapes(['one']) }), {}, data, { drafts: after })
  expect(stateOf(screen, 'step')).toBe('one')
  expect(screen.restored.size).toBe(0)
})

test('the choices of a draft stay as long as the draft, regardless of what is chosen on other screens', () => {
  const drafts = createDrafts()
  drafts.of('assets/topup', {}, 'deposit').write('amount', '0.5')
  drafts.choicesOf('assets/topup', {}).write('way', 'BTC')
  drafts.choicesOf('news/index', {}).write('tab', 'all')
  for (let at = 0; at < 60; at += 1) drafts.choicesOf('trade/index', { symbol: String(at) }).write('side', 'buy')
  const stored = JSON.parse(drafts.serialize() ?? '') as { choices: unknown[] }
  expect(stored.choices).toHaveLength(40)
  for (const kept of [drafts, reloaded(drafts)]) expect(kept.choicesOf('assets/topup', {}).read('way')).toBe('BTC')
})
