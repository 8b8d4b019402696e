import { describe, expect, it } from 'vitest'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { callsOfForm, callsThatFit, fieldFor, sendingCalls } from './calls.ts'
import {
  addField,
  answersOf,
  fieldName,
  fieldsOf,
  KINDS,
  kindOf,
  moveField,
  readForm,
  removeField,
  setAnswers,
  setOfField,
  setRequired,
} from './fields.ts'
import { checkOf, fieldsOfRule, rulesOf, ruleWords, sentenceOf, setRule } from './rules.ts'

const project = Object.fromEntries(projectFiles)
const FORM = `{
  "schema": {
    "type": "object",
    "properties": {
      "one": { "type": "string", "title": "a.one", "maxLength": 5 },
      "two": { "type": "string", "title": "a.two", "format": "decimal" },
      "three": { "type": "integer", "title": "a.three" }
    },
    "required": ["one", "two"]
  },
  "uiSchema": { "two": { "ui:widget": "amount" } },
  "rules": [{ "check": "=two > decimal('0')", "field": "two", "message": "a.more" }]
}
`
const names = (text: string): string[] => fieldsOf(text).map(({ name }) => name)

describe('the fields of a form', () => {
  it('are known by their schema and their widget', () => {
    expect(fieldsOf(FORM).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['one', 'text', true],
      ['two', 'amount', true],
      ['three', 'integer', false],
    ])
    expect(KINDS.map(({ schema, ui }) => kindOf(schema, ui))).toEqual(KINDS.map(({ kind }) => kind))
  })

  it.each<[string, number, string[]]>([
    ['three', 0, ['three', 'one', 'two']],
    ['one', 3, ['two', 'three', 'one']],
    ['one', 1, ['one', 'two', 'three']],
  ])('are moved: %s before %i', (name, index, expected) => {
    const moved = moveField(FORM, name, index)
    expect(names(moved)).toEqual(expected)
    expect(moved).toContain('"one": { "type": "string", "title": "a.one", "maxLength": 5 }')
    const ordered = FORM.replace('"uiSchema": {', '"uiSchema": { "ui:order": ["one", "two", "three"],')
    expect(names(moveField(ordered, name, index))).toEqual(expected)
    expect(Object.keys((readForm(moveField(ordered, name, index))?.schema.properties ?? {}) as object)).toEqual(
      names(FORM),
    )
  })

  it('are removed with what names them', () => {
    const removed = removeField(FORM, 'two')
    expect(JSON.parse(removed)).toEqual({
      schema: {
        type: 'object',
        properties: { one: expect.anything() as unknown, three: expect.anything() as unknown },
        required: ['one'],
      },
      uiSchema: {},
      rules: [],
    })
  })

  it('are required or not', () => {
    expect(readForm(setRequired(FORM, 'three', true))?.schema.required).toEqual(['one', 'two', 'three'])
    expect(readForm(setRequired(setRequired(FORM, 'one', false), 'two', false))?.schema.required).toBeUndefined()
  })

  it('have names of their own', () => {
    expect(fieldName('Note for the bank, please', FORM)).toBe('noteForThe')
    expect(fieldName('One', FORM)).toBe('one2')
    expect(fieldName('2 €', FORM)).toBe('field2')
  })

  it('show the answers of a choice', () => {
    const answers = [
      { value: 'a', words: 'a.one' },
      { value: 'b', words: 'a.two' },
    ]
    const text = setAnswers(FORM, 'one', answers)
    const [one] = fieldsOf(text)
    expect(one && answersOf(one)).toEqual(answers)
    expect(one?.kind).toBe('choice')
  })

  it('lose a setting without a trace', () => {
    expect(readForm(setOfField(FORM, 'ui', 'two', 'ui:widget', undefined))?.ui).toEqual({})
  })
})

describe('rules between fields', () => {
  const fields = fieldsOf(FORM)
  it.each([
    ["=two > decimal('0')", { left: 'two', sign: '>', right: { value: '0' } }],
    ['=password == passwordConfirm', { left: 'password', sign: '==', right: { field: 'passwordConfirm' } }],
    ['=three <= 5', { left: 'three', sign: '<=', right: { value: '5' } }],
    ["=one != 'x y'", { left: 'one', sign: '!=', right: { value: 'x y' } }],
    ["=decimal('0') < two", { left: 'two', sign: '>', right: { value: '0' } }],
    ['=agree', { left: 'agree', sign: '==', right: { value: 'true' } }],
    ['=!isWeak(password)', undefined],
    ['=a > b && b > c', undefined],
    ['=one != null', undefined],
    ['=a >', undefined],
  ])('are sentences: %s', (check, comparison) => expect(sentenceOf(check)?.comparison).toEqual(comparison))

  it.each(["=kind == 'limit' ? price > decimal('0') : true", "=!(kind == 'limit') || price > decimal('0')"])(
    'are sentences under a condition: %s',
    (check) =>
      expect(sentenceOf(check)).toEqual({
        comparison: { left: 'price', sign: '>', right: { value: '0' } },
        only: { left: 'kind', sign: '==', right: { value: 'limit' } },
      }),
  )

  it.each([
    ['=a > b && b > c', '‹a› is more than ‹b› and ‹b› is more than ‹c›'],
    ["=a == '1' || b", '‹a› is 1 or ‹b›'],
    ["=a == '1' && b ? c > d || c == '2' : true", '‹c› is more than ‹d› or ‹c› is 2, only if ‹a› is 1 and ‹b›'],
    ['=!isWeak(password)', undefined],
    ['=a ? b > c : d > c', undefined],
  ])('are words that can only be read: %s', (check, words) =>
    expect(ruleWords(check, (name) => `‹${name}›`)).toBe(words),
  )

  it('compare values of the type of the field', () => {
    const check = (left: string, sign: '<=' | '!=' | '>', value: string): string =>
      checkOf({ comparison: { left, sign, right: { value } } }, fields)
    expect(check('three', '<=', '5')).toBe('=three <= 5')
    expect(check('one', '!=', "it's")).toBe("=one != 'it’s'")
    expect(check('two', '>', '0,5')).toBe("=two > decimal('0.5')")
  })

  it('under a condition read the fields of both', () => {
    const rule = {
      comparison: { left: 'two', sign: '>', right: { value: '1' } },
      only: { left: 'one', sign: '!=', right: { value: 'x' } },
    } as const
    const check = checkOf(rule, fields)
    expect(check).toBe("=one != 'x' ? two > decimal('1') : true")
    expect(sentenceOf(check)).toEqual(rule)
    expect(fieldsOfRule(rule)).toEqual(['two', 'one'])
  })

  it('are set, added and removed', () => {
    const rule = { check: '=one == two', field: 'one', message: 'a.same' }
    expect(rulesOf(setRule(FORM, 0, rule)).map(({ check }) => check)).toEqual([rule.check])
    expect(rulesOf(setRule(FORM, 1, rule)).map(({ check }) => check)).toEqual(["=two > decimal('0')", rule.check])
    expect(rulesOf(setRule(FORM, 0, undefined))).toEqual([])
    expect(rulesOf(setRule('{ "schema": {} }', 0, rule))).toHaveLength(1)
  })
})

describe('calls', () => {
  const calls = sendingCalls(project)
  it('take the forms that the contract names', () => {
    expect(callsOfForm('transfer', calls).map(({ id }) => id)).toEqual(['wallet/transfer'])
    expect(callsOfForm('payPasswordSet', calls).map(({ id }) => id)).toEqual(['safe/pay_password'])
  })
  it('without a form of their own take fields of their payload', () => {
    expect(callsThatFit(['nickname'], calls).map(({ id }) => id)).toEqual(['user/nickname'])
    expect(callsThatFit(['nickname', 'more'], calls)).toEqual([])
  })
})

describe('what the list makes, the compiler accepts', () => {
  const english = JSON.parse(project['locales/en.json'] ?? '{}') as Record<string, string>
  /** Keys of texts with different words. */
  const labels = [...new Map(Object.entries(english).map(([key, words]) => [words, key])).values()].filter(
    (key) => /^(field|tab|document)\./.test(key) && !english[key]?.includes('{'),
  )
  const check = (text: string): string[] =>
    compiler.check(changedProject([['schemas/forms/made.json', text]])).diagnostics.map(({ message }) => message)
  const EMPTY = '{ "schema": { "type": "object", "properties": {} }, "uiSchema": {}, "rules": [] }'

  it('each kind of field, required and not, with rules', () => {
    let text = EMPTY
    for (const [index, { kind, schema, ui }] of [...KINDS, ...KINDS].entries()) {
      const name = `${kind}${index}`
      text = addField(text, {
        name,
        schema: { ...schema, title: labels[index] ?? '' },
        ui,
        isRequired: index >= KINDS.length,
      })
      if (kind === 'choice')
        text = setAnswers(text, name, [
          { value: 'above', words: 'alert.above' },
          { value: 'below', words: 'alert.below' },
        ])
    }
    const fields = fieldsOf(text)
    expect(new Set(fields.map(({ kind }) => kind)).size).toBe(KINDS.length)
    for (const kind of ['amount', 'integer', 'date', 'text']) {
      const [one, two] = fields.filter((field) => field.kind === kind).map(({ name }) => name)
      const rights = [{ field: two ?? '' }, { value: kind === 'date' ? '2030-01-01' : '7' }]
      for (const right of rights) {
        const left = one ?? ''
        const comparison = { left, sign: '!=', right } as const
        const choice = fields.find((field) => field.kind === 'choice')?.name ?? ''
        const only = { left: choice, sign: '==', right: { value: 'above' } } as const
        for (const sentence of [{ comparison }, { comparison, only }]) {
          const rule = { check: checkOf(sentence, fields), field: left, message: 'error.amountError' }
          text = setRule(text, rulesOf(text).length, rule)
        }
      }
    }
    expect(check(text)).toEqual([])
  })

  it('a form with the fields of a call', () => {
    const call = sendingCalls(project).find(({ id }) => id === 'lever/setstop')
    let text = EMPTY
    for (const [index, [name, given]] of Object.entries(call?.payload ?? {}).entries()) {
      const { schema, ui } = fieldFor(name, given)
      const isRequired = call?.required.includes(name) ?? false
      text = addField(text, { name, schema: { ...schema, title: labels[index] ?? '' }, ui, isRequired })
    }
    expect(fieldsOf(text).length).toBeGreaterThan(2)
    expect(check(text)).toEqual([])
  })
})
