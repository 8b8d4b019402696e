// @vitest-environment jsdom
import RjsfForm from '@rjsf/core/lib/components/Form.js'
import CheckboxesWidget from '@rjsf/core/lib/components/widgets/CheckboxesWidget.js'
import CheckboxWidget from '@rjsf/core/lib/components/widgets/CheckboxWidget.js'
import ColorWidget from '@rjsf/core/lib/components/widgets/ColorWidget.js'
import DateWidget from '@rjsf/core/lib/components/widgets/DateWidget.js'
import EmailWidget from '@rjsf/core/lib/components/widgets/EmailWidget.js'
import PasswordWidget from '@rjsf/core/lib/components/widgets/PasswordWidget.js'
import RadioWidget from '@rjsf/core/lib/components/widgets/RadioWidget.js'
import RangeWidget from '@rjsf/core/lib/components/widgets/RangeWidget.js'
import SelectWidget from '@rjsf/core/lib/components/widgets/SelectWidget.js'
import TextareaWidget from '@rjsf/core/lib/components/widgets/TextareaWidget.js'
import TextWidget from '@rjsf/core/lib/components/widgets/TextWidget.js'
import TimeWidget from '@rjsf/core/lib/components/widgets/TimeWidget.js'
import UpDownWidget from '@rjsf/core/lib/components/widgets/UpDownWidget.js'
import URLWidget from '@rjsf/core/lib/components/widgets/URLWidget.js'
import type { RJSFSchema, UiSchema, Widget } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { ValidatorFunctions } from '@rjsf/validator-ajv8'
import { act, fireEvent, render, screen } from '../../support/react.tsx'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import texts from '../../../locales/en.json'
import type { Shape } from '../../../src/engine/language/expressions/program.ts'
import { createForm } from '../../../src/engine/state/forms/forms.ts'
import { get } from '../../../src/engine/state/store.ts'
import { FormScopeContext, type FormContext } from '../../../src/engine/widgets/Form/scope.ts'
import { SchemaField } from '../../../src/engine/widgets/Form/theme/SchemaField.tsx'
import { templates } from '../../../src/engine/widgets/Form/theme/templates.tsx'
import { loadFields, loadedLibraryParts } from '../../../src/engine/widgets/Form/theme/loading.ts'
import { registeredWidgets } from '../../../src/engine/widgets/Form/theme/widgets.ts'
import { formOf, validatorsOf } from '../../support/forms.ts'
import { client } from '../../support/client.ts'

beforeAll(() => loadFields())
beforeEach(() => client.language.apply('en', texts))

const ENUM: Shape = { type: 'string', enum: ['a', 'b'] }

/** Widgets of the library, written for any theme, in a form of ours: registered under a name that no widget of the theme has. */
test.each<
  [
    name: string,
    Widget<unknown, RJSFSchema, FormContext>,
    Shape,
    change: (control: HTMLElement) => void,
    value: unknown,
  ]
>([
  [
    'TextWidget',
    TextWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: 'abc' } }),
    'abc',
  ],
  [
    'TextareaWidget',
    TextareaWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: 'abc' } }),
    'abc',
  ],
  [
    'PasswordWidget',
    PasswordWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: 'abc' } }),
    'abc',
  ],
  [
    'EmailWidget',
    EmailWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: 'a@b.co' } }),
    'a@b.co',
  ],
  [
    'URLWidget',
    URLWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: 'https://a.co' } }),
    'https://a.co',
  ],
  [
    'DateWidget',
    DateWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: '2026-02-03' } }),
    '2026-02-03',
  ],
  [
    'ColorWidget',
    ColorWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: '#ff0000' } }),
    '#ff0000',
  ],
  [
    'TimeWidget',
    TimeWidget as never,
    { type: 'string' },
    (control) => void fireEvent.change(control, { target: { value: '10:20' } }),
    '10:20:00',
  ],
  [
    'UpDownWidget',
    UpDownWidget as never,
    { type: 'integer' },
    (control) => void fireEvent.change(control, { target: { value: '7' } }),
    7,
  ],
  [
    'RangeWidget',
    RangeWidget as never,
    { type: 'integer', minimum: 0, maximum: 9 },
    (control) => void fireEvent.change(control, { target: { value: '7' } }),
    7,
  ],
  [
    'SelectWidget',
    SelectWidget as never,
    ENUM,
    (control) => void fireEvent.change(control, { target: { value: '1' } }),
    'b',
  ],
  [
    'RadioWidget',
    RadioWidget as never,
    ENUM,
    () => void fireEvent.click(screen.getByRole('radio', { name: 'b' })),
    'b',
  ],
  [
    'CheckboxesWidget',
    CheckboxesWidget as never,
    { type: 'array', items: ENUM, uniqueItems: true },
    () => void fireEvent.click(screen.getByRole('checkbox', { name: 'b' })),
    ['b'],
  ],
  [
    'CheckboxWidget',
    CheckboxWidget as never,
    { type: 'boolean' },
    () => void fireEvent.click(screen.getByRole('checkbox')),
    true,
  ],
])('%s of the library draws and edits a field of this theme', async (name, widget, schema, change, value) => {
  // The theme draws the label of a group: these two have their own accessible name.
  const known = name === 'RadioWidget' ? 'radio' : name === 'CheckboxesWidget' ? 'checkboxes' : 'foreign'
  const def = formOf([{ name: 'it', label: 'Label', widget: known, schema }])
  const form = createForm(def, validatorsOf(def))
  const { text, textOf, format } = client.language.current()
  const scope = {
    form,
    t: text,
    textOf,
    format,
    bounds: undefined,
    units: undefined,
    conversions: undefined,
    choices: undefined,
    layout: undefined,
    narrow: false,
    areaCodes: [],
    excludedCountries: [],
    busy: false,
    sendCode: () => Promise.resolve(false),
    onFieldChange: () => undefined,
    afterPress: (run: () => void) => run(),
  }
  const { container } = render(
    <FormScopeContext value={scope}>
      <RjsfForm<unknown, RJSFSchema, FormContext>
        schema={def.schema}
        uiSchema={def.uiSchema as UiSchema<unknown, RJSFSchema, FormContext>}
        idPrefix="f"
        formContext={{ form }}
        validator={createPrecompiledValidator<unknown, RJSFSchema, FormContext>(
          form.validators.functions as ValidatorFunctions,
          def.schema,
        )}
        fields={{ ...loadedLibraryParts()?.fields, SchemaField }}
        templates={{ ...loadedLibraryParts()?.templates, ...templates } as never}
        widgets={{ ...registeredWidgets(), [known]: widget }}
      />
    </FormScopeContext>,
  )
  const control = container.querySelector<HTMLElement>('#f_it')
  if (!control) throw new Error('no control')
  expect(screen.getAllByLabelText(/^Label/).length).toBeGreaterThan(0)
  await act(async () => change(control))
  const field = form.field('it') ?? expect.fail()
  expect(get(field.value)).toEqual(value)
  act(() => field.setError({ key: 'form.invalid' }))
  expect(document.getElementById('f_it__error')?.textContent).toBe(texts['form.invalid'])
  expect([...container.querySelectorAll('[aria-describedby~="f_it__error"]')].length).toBeGreaterThan(0)
})
