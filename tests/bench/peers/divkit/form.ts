import { FIELDS, HINT, MAX_LENGTH, MIN_LENGTH } from '../../interaction/facts.ts'
import { MESSAGES } from '../../browser/interaction/messages.ts'
import { group, page, press, setVariable, text, type Div } from './page.ts'

/** The form by DivKit: inputs with validators, each with a variable that says whether its value is valid; errors are shown of a field with text, and of all once the form was sent. */
globalThis.validations = 0

const expression = (condition: string, yes: string, no: string): string => `@{${condition} ? '${yes}' : '${no}'}`

const fieldOf = ({ name, label, required }: (typeof FIELDS)[number]): Div => {
  const wrong = `(sent || len(${name}Value) > 0) && !${name}Valid`
  return group('vertical', [
    text(required ? label : `${label} (${MESSAGES.optional})`, { id: `${name}Label` }),
    {
      type: 'input',
      id: name,
      text_variable: `${name}Value`,
      max_length: MAX_LENGTH,
      font_size: 16,
      text_color: '#e8e8e8',
      paddings: { left: 10, right: 10, top: 10, bottom: 10 },
      background: [{ type: 'solid', color: '#16191d' }],
      border: { stroke: { width: 1, color: `@{${wrong} ? '#e05252' : '#444444'}` } },
      validators: [
        {
          type: 'regex',
          pattern: required ? `^.{${MIN_LENGTH},${MAX_LENGTH}}$` : `^(.{${MIN_LENGTH},${MAX_LENGTH}})?$`,
          allow_empty: !required,
          label_id: `${name}Label`,
          variable: `${name}Valid`,
        },
      ],
    },
    text(expression(wrong, MESSAGES.tooShort, HINT), { font_size: 13, text_color: `@{${wrong} ? '#e05252' : '#e8e8e8'}` }),
  ])
}

/** The library calls its validators itself: their regular expression counts the calls. */
const { test } = RegExp.prototype
RegExp.prototype.test = function (value) {
  if (this.source.includes(`{${MIN_LENGTH},${MAX_LENGTH}}`)) globalThis.validations += 1
  return test.call(this, value)
}

page(() => ({
  div: group('vertical', [...FIELDS.map(fieldOf), press('Send', setVariable('sent', '1'))]),
  variables: [
    { name: 'sent', type: 'boolean', value: false },
    ...FIELDS.flatMap(({ name, required }) => [
      { name: `${name}Value`, type: 'string', value: '' },
      { name: `${name}Valid`, type: 'boolean', value: !required },
    ]),
  ],
}))
