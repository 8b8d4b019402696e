import { type ComponentType, type FocusEvent, memo, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage } from '../../../src/engine/state/language.ts'
import { FormScopeContext, type FormScope, useFormScope } from '../../../src/engine/widgets/Form/scope.ts'
import type { FormWidgetProps } from '../../../src/engine/widgets/Form/theme/formWidget.ts'
import TextWidget from '../../../src/engine/widgets/Form/widgets/text.tsx'
import css from '../../../src/engine/widgets/Form/Form.module.css'
import submit from '../../../src/engine/widgets/Form/SubmitButtons.module.css'
import Icon from '../../../src/engine/widgets/Icon/Icon.tsx'
import type { Pair } from '../browser-page.ts'
import { spec } from '../peers/form/spec.ts'
import { FIELDS, fields, form, node, TEXTS } from './fifteen.ts'
import { mount, Ours, screenOf, stateOf, stay } from './host.tsx'
import { compare, nextTask, timed } from './measure.ts'
import { client } from '../../support/client.ts'

/** The same form written by hand: each field stores its own value and error, and validates itself; one rule between two. */
type Values = Record<string, string>
function check(i: number, value: string, values: Values): string | null {
  if (value === '') return i % 2 === 0 ? 'form.required' : null
  if ([...value].length < 3) return 'form.tooShort'
  if ([...value].length > 40) return 'form.tooLong'
  return i === 2 && values.field1 === value ? 'different' : null
}

function ByHand() {
  const { text: t, textOf, format } = useLanguage()
  const id = useId()
  const values = useRef<Values>({})
  const scope = useMemo<FormScope>(
    () => ({
      t,
      textOf,
      format,
      form: undefined as never,
      bounds: undefined,
      units: undefined,
      conversions: undefined,
      choices: undefined,
      layout: undefined,
      areaCodes: [],
      excludedCountries: [],
      busy: false,
      afterPress: (run) => run(),
      onFieldChange: () => undefined,
      sendCode: () => Promise.resolve(false),
    }),
    [t, textOf, format],
  )
  return (
    <FormScopeContext value={scope}>
      <form noValidate className={css.form} aria-busy={false}>
        {fields.map((field, i) => (
          <div key={field.name} className={css.row}>
            <HandField i={i} id={`${id}${field.name}`} values={values.current} />
          </div>
        ))}
        <button type="submit" className={submit.submit} disabled={false} aria-busy={false}>
          <span>{textOf('send')}</span>
        </button>
        <output className={css.spoken} />
      </form>
    </FormScopeContext>
  )
}

const nothing = () => undefined
const options = {}
/** The values of RJSF's contract beside a widget's value. */
const registry = {} as FormWidgetProps['registry']

const HandField = memo(function HandField({ i, id, values }: { i: number; id: string; values: Values }) {
  const { t, textOf } = useFormScope()
  const { name, label, hint, required, schema } = fields[i] as (typeof fields)[number]
  const [value, setValue] = useState('')
  const [touched, setTouched] = useState(false)
  const wrong = check(i, value, values)
  const error = touched ? wrong : null
  const set = (next: unknown) => {
    values[name] = String(next)
    setValue(String(next))
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget) && value !== '') setTouched(true)
  }
  const showHint = error === null
  const describedBy = showHint ? `${id}__help` : `${id}__error`
  return (
    <div className={css.field} data-field={name} onBlur={leave}>
      <label className={css.label} id={`${id}-label`} htmlFor={id}>
        {textOf(label)}
        {!required && <span className={css.optional}> ({t('form.optional')})</span>}
      </label>
      <TextWidget
        id={id}
        name={name}
        label={textOf(label)}
        value={value}
        required={required}
        disabled={false}
        readonly={false}
        schema={schema}
        options={options}
        registry={registry}
        {...(error && { rawErrors: [textOf(error)] })}
        aria-describedby={describedBy}
        onBlur={nothing}
        onFocus={nothing}
        onChange={set}
      />
      {error && (
        <p className={css.error} id={`${id}__error`}>
          <Icon name="circle-alert" size="xs" />
          <span>{textOf(error)}</span>
        </p>
      )}
      {showHint && hint && (
        <p className={css.hint} id={`${id}__help`}>
          {textOf(hint)}
        </p>
      )}
    </div>
  )
})

/** The same form with other libraries, installed for the benches only. */
const peers = import.meta.glob<ComponentType<{ spec: unknown }>>('../peers/form/*.tsx', { import: 'default' })

async function peer(name: string): Promise<() => ReactNode> {
  const Peer = await peers[`../peers/form/${name}.tsx`]?.()
  if (!Peer) throw new Error(`There is no form by ${name}.`)
  return () => <Peer spec={spec} />
}

const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
function type(input: HTMLInputElement, value: string): void {
  setter?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Compares mounting and typing in all implementations of the form. Throws unless all show the same fields and values. */
export async function run(): Promise<Pair[]> {
  client.language.apply('en', TEXTS)
  const screen = screenOf([node], { forms: { bench: form } })
  let reference = ''
  const same = ({ innerHTML }: HTMLElement) => {
    const plain = innerHTML.replaceAll(/ (id|for|aria-describedby|aria-labelledby)="[^"]*"/g, '')
    reference ||= plain
    if (plain !== reference)
      throw new Error(`the two draw different things:\n${plain.slice(0, 2000)}\n${reference.slice(0, 2000)}`)
  }
  const [rjsf, jsonRender] = await Promise.all([peer('rjsf'), peer('jsonRender')])
  const mounted = await compare(
    `mount a form of ${FIELDS} fields`,
    200,
    () => mount(() => <Ours state={stateOf(screen).state} />, same),
    () => mount(() => <ByHand />, same),
    { 'stock RJSF': () => mount(rjsf), 'json-render': () => mount(jsonRender, same) },
  )

  const ours = stay(() => <Ours state={stateOf(screen).state} />)
  const floor = stay(() => <ByHand />)
  const stayed = { 'stock RJSF': stay(rjsf), 'json-render': stay(jsonRender) }
  let round = 0
  const keystrokes = async (container: HTMLElement) => {
    const inputs = [...container.querySelectorAll('input')]
    if (inputs.length !== FIELDS) throw new Error(`${inputs.length} inputs`)
    round += 1
    let ms = 0
    for (const [i, input] of inputs.entries()) {
      for (let n = 1; n <= 6; n++) {
        // All work of a key: handlers, check, drawing, layout. Each is a separate task, as for a user.
        ms += timed(() => {
          flushSync(() => type(input, `${'abcdef'.slice(0, n)}${i}${round % 7}`))
          void input.offsetHeight
        })
        await nextTask()
      }
    }
    return ms / (FIELDS * 6)
  }
  const typed = await compare(
    `a keystroke in it, checked`,
    150,
    () => keystrokes(ours.container),
    () => keystrokes(floor.container),
    {
      'stock RJSF': () => keystrokes(stayed['stock RJSF'].container),
      'json-render': () => keystrokes(stayed['json-render'].container),
    },
  )
  const all = [floor, ours, ...Object.values(stayed)]
  const shown = all.map(({ container }) =>
    [...container.querySelectorAll('input')].map((input) => input.value.slice(0, 6)).join(),
  )
  if (shown.some((values) => values !== shown[0] || !values.startsWith('abcdef')))
    throw new Error(`they have different values: ${shown.join(' ')}`)
  for (const { gone } of all) gone()
  return [mounted, typed]
}
