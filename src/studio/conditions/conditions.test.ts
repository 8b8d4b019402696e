import { describe, expect, it } from 'vitest'
import { conditionWords, pathWords, readCondition, writeCondition } from './condition.ts'
import { valuesInScope } from './values.ts'

const FILES = {
  'schemas/api/plants/list.json': JSON.stringify({
    data: {
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object' } },
        most: { type: 'string', format: 'decimal', description: 'The most that one can plant' },
        bed: { type: ['object', 'null'], properties: { size: { type: 'integer' } }, required: ['size'] },
      },
      required: ['rows', 'most', 'bed'],
    },
  }),
  'schemas/entities/user.json': JSON.stringify({
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['none', 'verified'] },
      since: { type: 'integer', format: 'unix-seconds' },
    },
    required: ['status', 'since'],
  }),
  'schemas/preferences.json': JSON.stringify({ properties: { hideAmounts: { type: 'boolean' } } }),
  'schemas/forms/order.json': JSON.stringify({
    schema: {
      type: 'object',
      properties: { amount: { type: 'string', format: 'decimal', title: 'order.amount' }, note: { type: 'string' } },
      required: ['amount'],
    },
  }),
}
const SCREEN = {
  route: '/plants',
  access: ['login'],
  state: { open: false },
  queries: { list: { call: 'plants/list' } },
  body: [
    { widget: 'Form', props: { form: 'order' } },
    { widget: 'Row', visible: '=list.bed != null', children: [{ widget: 'Text', visible: '=true' }] },
  ],
}
const valuesAt = (place: string, screen: object = SCREEN) =>
  new Map(
    valuesInScope(JSON.stringify(screen), place, FILES, { 'order.amount': 'Amount' }).map((value) => [
      value.path,
      value,
    ]),
  )
const values = valuesAt('body/0/visible')

describe('the values that a condition can ask for', () => {
  it('begin with the fields of forms, by their words', () => {
    expect([...values.values()][0]).toMatchObject({
      path: 'forms.order.amount',
      sentence: 'Amount',
      group: 'Form order',
      kind: 'decimal',
      nullable: ['forms.order.amount'],
    })
  })

  it('have the sentences of their schemas', () => {
    expect(values.get('list.most')).toMatchObject({ sentence: 'The most that one can plant', group: 'Data: list' })
  })

  it.each([
    ['a field of a form', 'forms.order.note', ['forms.order.note']],
    ['data that the whole screen waits for', 'list.most', []],
    ['an object that may be null', 'list.bed.size', ['list.bed']],
    ['a state', 'state.open', []],
    ['the user of a screen for users', 'session.user.status', []],
  ])('know the nulls of %s', (_what, path, nullable) => expect(values.get(path)?.nullable).toEqual(nullable))

  it('leave out the nulls that a condition around them excludes', () => {
    expect(valuesAt('body/1/children/0/visible').get('list.bed.size')?.nullable).toEqual([])
  })

  it('know the null of data that a node waits for elsewhere', () => {
    const screen = { ...SCREEN, body: [{ widget: 'Row', waitFor: 'list' }, { widget: 'Text' }] }
    expect(valuesAt('body/1/visible', screen).get('list.most')?.nullable).toEqual(['list'])
    expect(valuesAt('body/0/visible', screen).get('list.most')?.nullable).toEqual([])
  })

  it('know the user who may be a visitor', () => {
    const { access: _access, ...open } = SCREEN
    expect(valuesAt('body/0/visible', open).get('session.user.status')?.nullable).toEqual(['session.user'])
  })
})

describe('a condition and its expression', () => {
  it.each([
    [
      'a number that may be null',
      "=forms.order.amount != null && forms.order.amount > decimal('1000')",
      { join: '&&', clauses: [{ path: 'forms.order.amount', comparison: '>', other: { literal: '1000' } }] },
    ],
    [
      'a choice',
      "=session.user.status == 'verified'",
      { join: '&&', clauses: [{ path: 'session.user.status', comparison: '==', other: { literal: 'verified' } }] },
    ],
    ['a flag', '=!state.open', { join: '&&', clauses: [{ path: 'state.open', comparison: 'no' }] }],
    [
      'a date',
      "=session.user.since >= startOfDay('2026-01-31')",
      { join: '&&', clauses: [{ path: 'session.user.since', comparison: '>=', other: { literal: '2026-01-31' } }] },
    ],
    [
      'another value',
      '=forms.order.amount != null && forms.order.amount <= list.most',
      { join: '&&', clauses: [{ path: 'forms.order.amount', comparison: '<=', other: { path: 'list.most' } }] },
    ],
    [
      'two clauses that must both hold, with one check for null',
      '=list.bed != null && list.bed.size > 3 && list.bed.size < 9',
      {
        join: '&&',
        clauses: [
          { path: 'list.bed.size', comparison: '>', other: { literal: '3' } },
          { path: 'list.bed.size', comparison: '<', other: { literal: '9' } },
        ],
      },
    ],
    [
      'clauses of which one must hold',
      '=size(list.rows) == 0 || (list.bed != null && list.bed.size > 3)',
      {
        join: '||',
        clauses: [
          { path: 'list.rows', comparison: 'none' },
          { path: 'list.bed.size', comparison: '>', other: { literal: '3' } },
        ],
      },
    ],
    [
      'a value that is given',
      '=list.bed != null',
      { join: '&&', clauses: [{ path: 'list.bed', comparison: 'filled' }] },
    ],
  ] as const)('say %s', (_what, expression, condition) => {
    expect(readCondition(expression, values)).toEqual(condition)
    expect(writeCondition(condition, values)).toBe(expression)
  })

  it('reads a literal on the left side', () => {
    expect(readCondition("=decimal('5') < list.most", values)).toEqual({
      join: '&&',
      clauses: [{ path: 'list.most', comparison: '>', other: { literal: '5' } }],
    })
  })

  it.each([
    '=nothing',
    "='boll' in preferences.chartIndicators",
    '=size(list.rows) > 5',
    '=',
    '=list.most >',
    '=list.most > list.rows[0]',
  ])('leaves %s to the text', (expression) => expect(readCondition(expression, values)).toBeNull())

  it.each([
    ['a number', 'forms.order.amount', 'many'],
    ['a choice', 'session.user.status', 'other'],
    ['a date', 'session.user.since', 'today'],
  ])('writes nothing for what is no %s', (_what, path, literal) => {
    expect(
      writeCondition({ join: '&&', clauses: [{ path, comparison: '==', other: { literal } }] }, values),
    ).toBeUndefined()
  })

  const clause = (path: string, literal: string) => ({
    join: '&&' as const,
    clauses: [{ path, comparison: '==' as const, other: { literal } }],
  })

  it('writes a text with a quote and takes digits with spaces', () => {
    expect(writeCondition(clause('forms.order.note', "Anna's"), values)).toBe(
      String.raw`=forms.order.note == 'Anna\'s'`,
    )
    expect(writeCondition(clause('list.most', '1 000'), values)).toBe("=list.most == decimal('1000')")
  })

  it.each([
    ['1,5', "=list.most == decimal('1.5')"],
    ['1,000,000', "=list.most == decimal('1000000')"],
    ['1,000', undefined],
  ])('reads %s as one number or none', (typed, expected) =>
    expect(writeCondition(clause('list.most', typed), values)).toBe(expected),
  )
})

describe('a condition in words', () => {
  it.each([
    ["=session.mode == 'real'", 'mode is real'],
    ['=state.open', 'open'],
    ["=state.payee == ''", 'payee is empty'],
    ['=!session.loggedIn', 'not logged in'],
    ["=forms.send.amount != null && forms.send.amount > decimal('1000')", 'amount is more than 1000'],
    ["=size(list.rows) == 0 || params.id == '7'", 'rows has no items or params id is 7'],
    ['=user.note != null', 'note has a value'],
    ["=user != null && user.note == 'a' || state.open", 'note is a or open'],
    ['=user != null || user.note != null && state.open', 'user has a value or note has a value and open'],
  ])('%s', (expression, words) => expect(conditionWords(expression)).toBe(words))

  it.each(['=list.rows.exists(r, r.open)', '=', '=a +'])('has none for %s', (expression) =>
    expect(conditionWords(expression)).toBeUndefined(),
  )

  it('names a value that only says what it is of by both', () => expect(pathWords('way.fee.value')).toBe('fee value'))
})
