// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '../../support/react.tsx'
import type { WidgetProps } from '@rjsf/utils'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { compileFormValidators } from '../../../codegen/forms/validators.ts'
import texts from '../../../locales/en.json'
import { widgetOf } from '../../../src/engine/language/forms/forms.ts'
import type { Shape } from '../../../src/engine/language/expressions/program.ts'
import { createForm } from '../../../src/engine/state/forms/forms.ts'
import { FormScopeContext, type FormScope } from '../../../src/engine/widgets/Form/scope.ts'
import type { FormWidget, FormWidgetProps } from '../../../src/engine/widgets/Form/theme/formWidget.ts'
import { formOf, validatorsOf } from '../../support/forms.ts'
import { eventually } from '../../support/eventually.ts'
import { client } from '../../support/client.ts'

/** Every widget of the theme, found by the app's glob. */
const widgets = Object.entries(
  import.meta.glob<FormWidget>('../../../src/engine/widgets/Form/widgets/*.tsx', { eager: true }),
).map(([path, widget]) => ({ name: /([\w-]+?)(?:\.lazy)?\.tsx$/.exec(path)?.[1] ?? path, widget }))

/** The complete widget contract of RJSF; values of the theme are in `options` and the form around. */
const CONTRACT = [
  'id',
  'name',
  'schema',
  'uiSchema',
  'value',
  'required',
  'disabled',
  'readonly',
  'hideError',
  'autofocus',
  'placeholder',
  'options',
  'onBlur',
  'onChange',
  'onFocus',
  'label',
  'hideLabel',
  'multiple',
  'rawErrors',
  'htmlName',
  'registry',
  'aria-describedby',
] as const satisfies readonly (keyof WidgetProps)[]

const ENUM = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta' },
]
const PNG = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])], 'front.png', {
  type: 'image/png',
})

interface Sample {
  schema?: Shape
  /** The input, and the widget's value for it. */
  types?: string
  gives: unknown
}
/** The use of a widget; one that is not listed edits a text. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  amount: { schema: { type: 'string', format: 'decimal' }, types: '12.5', gives: '12.5' },
  checkbox: { schema: { type: 'boolean' }, gives: true },
  checkboxes: { schema: { type: 'array' }, gives: ['b'] },
  chips: { gives: 'b' },
  radio: { gives: 'b' },
  select: { gives: 'b' },
  code: { types: '123456', gives: '123456' },
  country: { gives: 'JP' },
  date: { types: '2026-02-03', gives: '2026-02-03' },
  image: { schema: { format: 'file' }, gives: PNG },
  number: { schema: { type: 'number' }, types: '1.5', gives: 1.5 },
  phone: { types: '7911123456', gives: '+44 7911123456' },
}
const sampleOf = (name: string): Sample => SAMPLES[name] ?? { types: 'abc', gives: 'abc' }

beforeEach(() => {
  client.language.apply('en', texts)
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
})

function scopeOf(): FormScope {
  const def = formOf([{ name: 'it' }])
  const { text, textOf, format } = client.language.current()
  return {
    form: createForm(def, validatorsOf(def)),
    t: text,
    textOf,
    format,
    bounds: undefined,
    units: undefined,
    conversions: undefined,
    choices: undefined,
    layout: undefined,
    narrow: false,
    areaCodes: [{ country: 'GB', code: '+44' }],
    excludedCountries: [],
    busy: false,
    sendCode: () => Promise.resolve(false),
    onFieldChange: () => undefined,
    afterPress: (run: () => void) => run(),
  }
}

/** Draws a widget like a field of RJSF: label, errors and help are around it, with ids based on its own. */
function draw(name: string, widget: FormWidget, more: Partial<FormWidgetProps> = {}) {
  const asked = new Set<string>()
  const onChange = vi.fn()
  const props = {
    id: 'it',
    name: 'it',
    label: 'Label',
    schema: sampleOf(name).schema ?? { type: 'string' },
    uiSchema: {},
    options: { enumOptions: ENUM },
    value: undefined,
    placeholder: '',
    required: false,
    disabled: false,
    readonly: false,
    autofocus: false,
    hideError: false,
    multiple: false,
    rawErrors: undefined,
    registry: {},
    onBlur: () => undefined,
    onFocus: () => undefined,
    onChange,
    'aria-describedby': undefined,
    ...more,
  } as unknown as FormWidgetProps
  const Widget = widget.default as (props: FormWidgetProps) => React.ReactNode
  // React copies props: the component is called within another one to record the props it reads.
  const Watched = () =>
    Widget(new Proxy(props, { get: (target, key) => (asked.add(String(key)), Reflect.get(target, key)) }))
  const drawn = render(
    <FormScopeContext value={scopeOf()}>
      {widget.ownLabel !== true && (
        <label htmlFor="it" id="it-label">
          Label
        </label>
      )}
      <Watched />
      <p id="it__error">Wrong</p>
    </FormScopeContext>,
  )
  return { ...drawn, asked, onChange }
}
const controls = (at: HTMLElement) => [
  ...at.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, textarea, select, button'),
]

test('there are widgets, and the widget of every plain schema is among them', () => {
  const names = widgets.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(12)
  for (const schema of [
    { type: 'string' },
    { type: 'string', format: 'email' },
    { type: 'string', format: 'date' },
    { type: 'boolean' },
    { type: 'number' },
    { enum: ['a'] },
    { format: 'file' },
  ] as Shape[])
    expect(names).toContain(widgetOf(schema, {}))
  expect(Object.keys(SAMPLES).filter((name) => !names.includes(name))).toEqual([])
})

test('the validators of a form are independent of its widgets', () => {
  expect(compileFormValidators(formOf([{ name: 'it', widget: 'amount' }]).schema)).toBe(
    compileFormValidators(formOf([{ name: 'it', widget: 'text' }]).schema),
  )
})

describe.each(widgets)('$name', ({ name, widget }) => {
  test('draws any value, and requires nothing outside of RJSF’s contract', () => {
    for (const value of [undefined, null, '', 'text', 0, Number.NaN, 1.5, true, [], ['a'], {}, new Date(0), PNG]) {
      const { asked, unmount, container } = draw(name, widget, { value })
      expect(controls(container).length, JSON.stringify(value)).toBeGreaterThan(0)
      expect([...asked].filter((key) => !(CONTRACT as readonly string[]).includes(key))).toEqual([])
      unmount()
    }
  })

  test('draws without options', () => {
    expect(controls(draw(name, widget, { options: {} }).container)).toBeDefined()
  })

  test('has the name of its label', () => {
    draw(name, widget)
    expect(screen.getAllByLabelText(/Label/).length).toBeGreaterThan(0)
  })

  test('is marked invalid, and described by its error', () => {
    const { container } = draw(name, widget, { rawErrors: ['Wrong'], 'aria-describedby': 'it__error' })
    const described = [...container.querySelectorAll('[aria-describedby~="it__error"]')]
    expect(described.length).toBeGreaterThan(0)
    // A button has no such state, and in a group each box has it: the description marks its field as invalid.
    for (const item of described)
      if (item.tagName !== 'BUTTON')
        expect([item, ...item.querySelectorAll('input')].some((at) => at.getAttribute('aria-invalid') === 'true')).toBe(
          true,
        )
    const right = draw(name, widget)
    expect(right.container.querySelector('[aria-invalid]')).toBeNull()
  })

  test.each(['disabled', 'readonly'] as const)('accepts no input while it is %s', (state) => {
    const { container, onChange } = draw(name, widget, { [state]: true, value: sampleOf(name).gives })
    for (const control of controls(container)) {
      // Showing a password changes no value.
      if (name === 'password' && control.tagName === 'BUTTON') continue
      expect(
        control.disabled || (state === 'readonly' && control.getAttribute('readonly') !== null),
        control.outerHTML,
      ).toBe(true)
    }
    expect(onChange).not.toHaveBeenCalled()
  })

  test('gives its value to onChange, not an event', async () => {
    const { types, gives } = sampleOf(name)
    const { container, onChange } = draw(name, widget)
    const [first] = screen.getAllByLabelText(/Label/)
    const control = container.querySelector('#it') ?? first
    if (!control) throw new Error('no control')
    const beta = within(container).queryByLabelText('Beta')
    if (beta) fireEvent.click(beta)
    else if (types !== undefined) fireEvent.change(control, { target: { value: types } })
    else if (control.getAttribute('type') === 'file') fireEvent.change(control, { target: { files: [PNG] } })
    else fireEvent.click(control)
    const dialog = screen.queryByRole('dialog')
    if (dialog) fireEvent.click(within(dialog).getByRole('radio', { name: name === 'country' ? 'Japan' : 'Beta' }))
    await eventually(() => expect(onChange.mock.calls.at(-1)?.[0]).toEqual(gives))
  })
})
