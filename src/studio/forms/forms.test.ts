import { describe, expect, it } from 'vitest'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { setValue } from '../model/document.ts'
import { callsOfForm, callsThatFit, fieldFor, sendingCalls } from './calls.ts'
import {
  addField,
  amountsByUnit,
  answersOf,
  areComparable,
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
  unitOf,
  unitWords,
  type AmountUnit,
} from './fields.ts'
import {
  checkOf,
  fieldsOfRule,
  likelyComparison,
  rulesOf,
  ruleWords,
  sentenceOf,
  setRule,
  withLeft,
  type Comparison,
} from './rules.ts'
import { withoutUnit, withUnitLike } from './unitsOfScreens.ts'
import { LONG } from '../../../tests/support/long.ts'

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
    expect(check('two', '>', '1,000,000')).toBe("=two > decimal('1000000')")
    expect(check('two', '>', '')).toBe("=two > decimal('0')")
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
    expect(callsOfForm('transfer', calls).map(({ name }) => name)).toEqual(['wallet/transfer'])
    expect(callsOfForm('payPasswordSet', calls).map(({ name }) => name)).toEqual(['safe/pay_password'])
  })
  it('without a form of their own take fields of their payload', () => {
    expect(callsThatFit(['nickname'], calls).map(({ name }) => name)).toEqual(['user/nickname'])
    expect(callsThatFit(['nickname', 'more'], calls)).toEqual([])
  })
})

describe('the compiler accepts each field that the list makes', () => {
  const english = JSON.parse(project['locales/en.json'] ?? '{}') as Record<string, string>
  /** Keys of texts with different words. */
  const labels = [...new Map(Object.entries(english).map(([key, words]) => [words, key])).values()].filter(
    (key) => /^(field|tab|document)\./.test(key) && !english[key]?.includes('{'),
  )
  const check = (text: string): string[] =>
    compiler.check(changedProject([['schemas/forms/made.json', text]])).diagnostics.map(({ message }) => message)
  const EMPTY = '{ "schema": { "type": "object", "properties": {} }, "uiSchema": {}, "rules": [] }'

  it('each kind of field, required and not, with rules', LONG, () => {
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
    const boxes = fields.filter(({ kind }) => kind === 'yesNo').map(({ name }) => name)
    const isTicked = (is: boolean, box = boxes[0] ?? ''): Comparison => ({
      left: box,
      sign: '==',
      right: { value: String(is) },
    })
    for (const comparison of [isTicked(false), isTicked(true, boxes[1])]) {
      const rule = { check: checkOf({ comparison }, fields), field: comparison.left, message: 'form.mustAccept' }
      expect(sentenceOf(rule.check)).toEqual({ comparison })
      text = setRule(text, rulesOf(text).length, rule)
    }
    for (const kind of ['amount', 'integer', 'date', 'text']) {
      const [one, two] = fields.filter((field) => field.kind === kind).map(({ name }) => name)
      const rights = [{ field: two ?? '' }, { value: kind === 'date' ? '2030-01-01' : '7' }]
      for (const right of rights) {
        const left = one ?? ''
        const comparison = { left, sign: '!=', right } as const
        const choice = fields.find((field) => field.kind === 'choice')?.name ?? ''
        const only = { left: choice, sign: '==', right: { value: 'above' } } as const
        for (const sentence of [{ comparison }, { comparison, only }, { comparison, only: isTicked(false) }]) {
          const rule = { check: checkOf(sentence, fields), field: left, message: 'error.amountError' }
          text = setRule(text, rulesOf(text).length, rule)
        }
      }
    }
    expect(check(text)).toEqual([])
  })

  it('a form with the fields of a call', () => {
    const call = sendingCalls(project).find(({ name }) => name === 'lever/setstop')
    let text = EMPTY
    for (const [index, [name, given]] of Object.entries(call?.fields ?? {}).entries()) {
      const { schema, ui } = fieldFor(name, given)
      const isRequired = call?.required.includes(name) ?? false
      text = addField(text, { name, schema: { ...schema, title: labels[index] ?? '' }, ui, isRequired })
    }
    expect(fieldsOf(text).length).toBeGreaterThan(2)
    expect(check(text)).toEqual([])
  })
})

describe('amounts', () => {
  const transfer = project['schemas/forms/transfer.json'] ?? ''
  const add = (text: string, name: string, unit?: AmountUnit): string => {
    const [amount] = KINDS
    const schema = { ...amount?.schema, ...unit, title: 'flash.fee' }
    return addField(text, { name, schema, ui: amount?.ui ?? {}, isRequired: false })
  }
  const problems = (changes: Readonly<Record<string, string>>): string[] =>
    compiler.check(changedProject(Object.entries(changes))).diagnostics.map(({ message }) => message)

  it('of money have the currency of another one of the form, on its screens too', () => {
    const [like] = amountsByUnit(fieldsOf(transfer))
    expect(like?.name).toBe('amount')
    const unit = like && unitOf(like)
    expect(unit && unitWords(unit, () => 'Currency')).toBe('money in “Currency”')
    const form = add(transfer, 'least', unit)
    const screens = withUnitLike(project, 'transfer', 'amount', 'least')
    const fields = fieldsOf(form)
    const comparison = likelyComparison(fields, rulesOf(form))
    expect(comparison).toEqual({ left: 'amount', sign: '>=', right: { field: 'least' } })
    const check = comparison ? checkOf({ comparison }, fields) : ''
    const ruled = setRule(form, 1, { check, field: 'amount', message: 'error.amountError' })
    expect(problems({ ...screens, 'schemas/forms/transfer.json': ruled })).toEqual([])
    const [[path, screen] = ['', '']] = Object.entries(withoutUnit({ ...project, ...screens }, 'transfer', 'least'))
    expect(JSON.parse(screen)).toEqual(JSON.parse(project[path] ?? ''))
  })

  it('are a plain number where the form has no money', () =>
    expect(amountsByUnit(fieldsOf(add('{ "schema": {} }', 'share')))).toEqual([]))

  it('of several currencies are not compared', () => {
    const fields = fieldsOf(add(add(transfer, 'least'), 'most'))
    const comparable = (name: string): string[] =>
      fields
        .filter((formField) => fields.some((field) => field.name === name && areComparable(field, formField)))
        .map((field) => field.name)
    expect(comparable('amount')).toEqual([])
    expect(comparable('least')).toEqual(['most'])
  })
})

describe('a rule whose first field changes', () => {
  const fields = fieldsOf(addField(FORM, { name: 'four', schema: { type: 'integer' }, ui: {}, isRequired: false }))
  const on = (left: string, right: Comparison['right'], next: string): Comparison | undefined => {
    const field = fields.find(({ name }) => name === next)
    return field && withLeft({ left, sign: '>', right }, field, fields)
  }
  it('is not compared with itself', () =>
    expect(on('three', { field: 'four' }, 'four')).toEqual({ left: 'four', sign: '>', right: { value: '' } }))
  it('has a value of the new type for a field that does not fit', () =>
    expect(on('three', { field: 'four' }, 'one')).toEqual({ left: 'one', sign: '==', right: { value: '' } }))
  it('keeps a field or a value that fits', () => {
    expect(on('two', { field: 'four' }, 'three')?.right).toEqual({ field: 'four' })
    expect(on('four', { value: '7' }, 'three')?.right).toEqual({ value: '7' })
  })
})

it('a new rule is about what has no rule yet, amounts first', () => {
  const fields = fieldsOf(FORM)
  expect(likelyComparison(fields, [])?.left).toBe('two')
  expect(likelyComparison(fields, rulesOf(FORM))).toEqual({ left: 'three', sign: '>', right: { value: '0' } })
})

it('the compiler accepts each comparison of fields that the lists of a rule offer', () => {
  const compared = Object.entries(project).flatMap(([path, text]): [string, string][] => {
    if (!path.startsWith('schemas/forms/')) return []
    const fields = fieldsOf(text).filter(({ kind }) => kind !== undefined && kind !== 'photo')
    const pairs = fields.flatMap((field) =>
      fields.filter((other) => areComparable(field, other)).map((other) => [field, other] as const),
    )
    const rules = pairs.map(([{ name }, other]) => {
      const comparison = { left: name, sign: '!=', right: { field: other.name } } as const
      return { check: checkOf({ comparison }, fields), field: name, message: 'error.amountError' }
    })
    return rules.length === 0 ? [] : [[path, setValue(text, 'rules', rules)]]
  })
  expect(compared.length).toBeGreaterThan(5)
  const mismatches = compiler
    .check(changedProject(compared))
    .diagnostics.filter(({ rule }) => ['unit-mismatch', 'type-mismatch'].includes(rule))
  expect(mismatches).toEqual([])
})
