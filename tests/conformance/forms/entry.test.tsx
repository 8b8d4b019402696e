// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '../../support/react.tsx'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import texts from '../../../locales/en.json'
import { uiOptions, widgetOf } from '../../../src/engine/language/forms/forms.ts'
import type { Json, Shape } from '../../../src/engine/language/expressions/program.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { kindOf, readTyped } from '../../../src/engine/language/texts/typedText.ts'
import { contract } from '../../../src/generated/contract.ts'
import { ViewContext, type View } from '../../../src/engine/renderer/host.ts'
import { createForm } from '../../../src/engine/state/forms/forms.ts'
import Form from '../../../src/engine/widgets/Form/Form.tsx'
import { formatEditing } from '../../../src/engine/widgets/Form/amount/amount.ts'
import { loadFields } from '../../../src/engine/widgets/Form/theme/loading.ts'
import { draw, input } from '../../support/drawField.tsx'
import { validatorsOf } from '../../support/forms.ts'
import { LONG } from '../../support/long.ts'
import { checkedProject } from '../../support/project.ts'
import { SEED } from '../../support/seed.ts'
import { client } from '../../support/client.ts'

const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'ar']

beforeAll(() => loadFields())

const forms = [...checkedProject().contract.forms].map(([id, { def }]) => ({ id, def }))

interface Entry {
  id: string
  name: string
  widget: string
  schema: Shape
  options: Readonly<Record<string, Json>>
}
const TEXT_WIDGETS = new Set(['text', 'email', 'password', 'code', 'phone', 'amount', 'number', 'textarea'])
/** The fields of all forms that people type into. */
const entries: readonly Entry[] = forms.flatMap(({ id, def }) =>
  Object.entries((def.schema.properties ?? {}) as Record<string, Shape>).flatMap(([name, schema]) => {
    const options = uiOptions((def.uiSchema as Record<string, Json>)[name])
    const widget = widgetOf(schema, options)
    return widget !== null && TEXT_WIDGETS.has(widget) ? [{ id, name, widget, schema, options }] : []
  }),
)

test('there are fields to type into', () => {
  expect(forms.length).toBeGreaterThan(35)
  expect(entries.length).toBeGreaterThan(60)
})

/** Tokens of the HTML standard that a form of this product has a use for. */
const AUTOCOMPLETE = new Set([
  'off',
  'username',
  'email',
  'tel',
  'tel-national',
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-name',
  'given-name',
  'family-name',
  'nickname',
])
const INPUT_MODES: Readonly<Record<string, string>> = {
  decimal: 'none',
  code: 'numeric',
  cardNumber: 'numeric',
  email: 'email',
  phone: 'tel',
}

describe.each(forms)('the attributes of $id', ({ id, def }) => {
  test('serve keyboards and password managers', () => {
    client.language.apply('en', texts)
    const state = createForm(def, validatorsOf(def))
    const view = { screen: { form: () => state, screen: { id: 'test' } } } as unknown as View
    const { container } = render(
      <ViewContext value={view}>
        <Form form={id} submitLabel="Send" />
      </ViewContext>,
    )
    const own = entries.filter((entry) => entry.id === id)
    for (const { name, widget, schema } of own) {
      const element = container.querySelector<HTMLInputElement>(`[data-field="${name}"] :is(input, textarea)`)
      if (element === null) continue
      const [autocomplete, format] = [element.getAttribute('autocomplete') ?? '', String(schema.format)]
      if (widget !== 'textarea') expect(AUTOCOMPLETE, `${id}.${name}`).toContain(autocomplete)
      expect(element.getAttribute('enterkeyhint'), `${id}.${name}`).toBe(widget === 'textarea' ? 'enter' : 'go')
      if (Object.hasOwn(INPUT_MODES, format))
        expect(element.getAttribute('inputmode'), `${id}.${name}`).toBe(INPUT_MODES[format])
      // A payment password is no login password: a password manager must not offer to store it as one.
      if (widget === 'password' && format === 'code') expect(autocomplete, `${id}.${name}`).toBe('off')
    }
    cleanup()
  })
})

test('the server reads each field of a form by the parser of its format', () => {
  let compared = 0
  for (const [call, { forms: link, fields, typed }] of Object.entries(contract)) {
    const names = link === undefined ? [] : typeof link.of === 'string' ? [link.of] : Object.values(link.of)
    for (const { id, name, schema, widget } of entries) {
      if (!names.includes(id) || !fields.includes(name) || widget === 'amount' || widget === 'number') continue
      if (kindOf(schema.format) === 'text') continue
      compared += 1
      const { value, spellings } = MEANINGS[kindOf(schema.format)] ?? { value: '', spellings: always() }
      for (const spelling of spellings('en').filter((spelling) => !spelling.startsWith('00')))
        expect(readTyped(typed[name] ?? 'text', spelling), `${call}.${name}`).toBe(value)
    }
  }
  expect(compared).toBeGreaterThan(12)
})

/** A value of each kind of field, and spellings of it that people type. */
interface Meaning {
  value: string | number
  spellings: (lang: string) => readonly string[]
}
const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
const arabic = (text: string): string => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
const always =
  (...spellings: string[]) =>
  () =>
    spellings
const decimalOf = (plain: string) => (lang: string) => {
  const text = formatEditing(plain, lang)
  return [text, plain, fullWidth(text), arabic(text), plain.replace('.', '。')]
}
const MEANINGS: Readonly<Record<string, Meaning>> = {
  decimal: { value: '12.5', spellings: decimalOf('12.5') },
  number: { value: 12.5, spellings: decimalOf('12.5') },
  integer: { value: 12, spellings: (lang) => decimalOf('12')(lang) },
  code: { value: '164195', spellings: always('164195', '164 195', '164-195', fullWidth('164195'), arabic('164195')) },
  secondFactor: { value: '164195', spellings: always('164195', '164 195', fullWidth('164195'), arabic('164195')) },
  cardNumber: {
    value: '4532015112830366',
    spellings: always(
      '4532015112830366',
      '4532-0151-1283-0366',
      fullWidth('4532015112830366'),
      arabic('4532015112830366'),
    ),
  },
  address: {
    value: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    spellings: always('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', ' TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  },
  email: { value: 'ann@example.com', spellings: always('ann@example.com', 'ann＠example。com', ' ann@example.com') },
  phone: {
    value: '+49 15112345678',
    spellings: always('+4915112345678', '004915112345678', fullWidth('+4915112345678')),
  },
  personName: { value: 'Ann Lee', spellings: always('Ann Lee', 'Ann\u00a0Lee', ' Ann Lee ') },
  documentNumber: { value: 'AB 1234', spellings: always('AB 1234', 'ＡＢ １２３４') },
  account: { value: 'ann_1', spellings: always('ann_1', fullWidth('ann_1')) },
  text: { value: 'Abc 7', spellings: always('Abc 7', ' Abc 7 ') },
  password: { value: ' pass wörd ', spellings: always(' pass wörd ') },
}
const meaningOf = ({ schema, widget }: Entry): string =>
  schema.type === 'number' || schema.type === 'integer'
    ? schema.type
    : schema.format === 'decimal'
      ? 'decimal'
      : widget === 'password' && schema.format === undefined
        ? 'password'
        : kindOf(schema.format)

/** One field of each kind: forms share them. */
const kinds = [
  ...new Map(entries.map((entry) => [`${entry.widget} of ${meaningOf(entry)}`, entry])).entries(),
  [
    'number of number',
    { id: '', name: 'it', widget: 'number', schema: { type: 'number' }, options: {} } satisfies Entry,
  ],
] as readonly (readonly [string, Entry])[]

/** Ways to enter a text. */
const WAYS = {
  'typed key by key': (text: string) => {
    for (const key of text)
      fireEvent.input(input(), { target: { value: input().value + key }, inputType: 'insertText', data: key })
  },
  pasted: (text: string) => fireEvent.input(input(), { target: { value: text }, inputType: 'insertFromPaste' }),
  composed: (text: string) => {
    fireEvent.compositionStart(input())
    const letters = [...text]
    for (let end = 1; end <= letters.length; end += 1)
      fireEvent.input(input(), {
        target: { value: letters.slice(0, end).join('') },
        inputType: 'insertCompositionText',
        isComposing: true,
      })
    fireEvent.compositionEnd(input(), { data: text })
  },
  'filled by a program': (text: string) => fireEvent.change(input(), { target: { value: text } }),
} as const
const INVISIBLE = ['\u200b', '\u200e', '\u202a', '\u2068', '\ufeff']

function enter(entry: Entry, lang: string, way: keyof typeof WAYS, text: string): unknown {
  client.language.apply(lang, texts)
  const { value } = draw(entry.widget, { schema: { ...entry.schema, title: 'Field' }, options: { ...entry.options } })
  WAYS[way](text)
  fireEvent.blur(input())
  const entered = value()
  cleanup()
  return entered
}

describe.each(kinds)('%s', (_name, entry) => {
  const { value, spellings } = MEANINGS[meaningOf(entry)] ?? { value: '', spellings: always() }
  test('has a meaning to type', () => expect(spellings('en').length).toBeGreaterThan(0))

  const property = (runs: number) =>
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])),
        fc.nat(9),
        fc.constantFrom('', ...INVISIBLE),
        (lang, way, which, mark) => {
          const all = spellings(lang)
          const spelling = all[which % all.length] ?? ''
          // A password is what was typed, to the last character.
          const text = meaningOf(entry) === 'password' || way === 'typed key by key' ? spelling : mark + spelling + mark
          const entered = enter(entry, lang, way, text)
          expect(entered, `${JSON.stringify(text)} ${way} in ${lang}`).toBe(value)
          if (typeof entered !== 'string') return
          // The server accepts it, and reads no other value.
          expect(formats[String(entry.schema.format)]?.(entered) ?? true).toBe(true)
          if (meaningOf(entry) !== 'password' && meaningOf(entry) !== 'decimal')
            expect(readTyped(kindOf(entry.schema.format), entered)).toBe(entered)
        },
      ),
      { seed: SEED, numRuns: runs },
    )
  test('the same meaning gives the same value, however it is entered', () => property(8))
  test('the same meaning gives the same value, in many runs', LONG, () => property(200))
})
