import { fields, word } from '../../browser/fifteen.ts'

/** The form as json-render has it: a flat map of elements, values bound to paths of its state, checks as data. */
export const spec = {
  root: 'form',
  elements: {
    form: { type: 'Form', props: {}, on: { submit: [{ action: 'validateForm', params: { statePath: '/result' } }, { action: 'send' }] }, children: [...fields.map(({ name }) => name), 'send'] },
    ...Object.fromEntries(
      fields.map(({ name, label, hint, required, schema: { minLength, maxLength } }) => [
        name,
        {
          type: 'TextField',
          props: {
            name, label: word(label), hint: word(hint), required, maxLength, value: { $bindState: `/form/${name}` }, validateOn: 'blur',
            checks: [
              ...(required ? [{ type: 'required', message: word('form.required') }] : []),
              { type: 'minLength', args: { min: minLength }, message: word('form.tooShort') },
              { type: 'maxLength', args: { max: maxLength }, message: word('form.tooLong') },
              ...(name === 'field2' ? [{ type: 'differs', args: { other: { $state: '/form/field1' } }, message: word('different') }] : []),
            ],
          },
        },
      ]),
    ),
    send: { type: 'Submit', props: { label: word('send') } },
  },
}
