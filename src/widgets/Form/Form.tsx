import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react'
import { THROTTLE_MS } from '../../core/constants.ts'
import type { FormProps } from '../../generated/widgets/Form.ts'
import { useForm, type Field } from '../../renderer/form.ts'
import { useLanguage } from '../../state/language.ts'
import { get } from '../../state/store.ts'
import { cx } from '../cx.ts'
import { codePurpose, codeTarget, FormScopeContext, type FormScope, type SendCodeDetail } from './contract.ts'
import { FieldView } from './FieldView.tsx'
import { reducedMotion } from '../motion.ts'
import { succeeded } from '../settled.ts'
import { Ways } from './Ways.tsx'
import css from './Form.module.css'
import { refuse } from './refuse.ts'

const NONE: never[] = []

export default function Form(props: FormProps) {
  const { form: name, submitLabel, initial, bounds, units, layout, areaCodes = NONE, choices, excludedCountries = NONE, disabled = false, autoFocus = false, tone = 'gold' } = props
  const { header, extras, footer, sends } = props
  const { text: t, textOf, format } = useLanguage()
  const id = useId()
  const form = useForm(name, { initial, bounds })
  const [busy, setBusy] = useState(false)
  const [way, setWay] = useState<string | null>(null)
  const [wrong, setWrong] = useState(0)
  const sentAt = useRef(-Infinity)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  // Only when it appears: a later change of the props must not steal the focus.
  const appear = useEffectEvent(() => autoFocus && focus(id, form.fields[0] ?? null))
  useEffect(() => void appear(), [])

  const submit = async (event: SyntheticEvent, pressed: string | null = null) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy || disabled || performance.now() - sentAt.current < THROTTLE_MS) return
    // The enter key does not say which way.
    if (sends && pressed === null) return
    if (sends) form.field(sends.field)?.set(pressed)
    setWay(pressed)
    const values = form.submit()
    if (!values) {
      setWrong(form.fields.filter((field) => get(field.error) !== null).length)
      focus(id, form.firstWrong())
      return
    }
    setWrong(0)
    sentAt.current = performance.now()
    setBusy(true)
    try {
      const ran: unknown = await latest.current.onSubmit?.(values)
      focus(id, refuse(form, ran))
      if (await succeeded(() => ran)) form.sent()
    } finally {
      setBusy(false)
    }
  }

  const scope = useMemo<FormScope>(
    () => ({
      t,
      textOf,
      format,
      areaCodes,
      excludedCountries,
      busy,
      changed: (field) => void latest.current.onChange?.({ field: field.def.name }),
      async sendCode(field) {
        const target = form.field(codeTarget(field))
        if (target) {
          target.touch()
          if (get(target.error) !== null) {
            focus(id, target)
            return false
          }
        }
        return succeeded(async () => {
          const ran: unknown = await latest.current.onSendCode?.(codeDetail(field, target))
          focus(id, refuse(form, ran))
          return ran
        })
      },
    }),
    [id, form, t, textOf, format, areaCodes, excludedCountries, busy],
  )

  return (
    <FormScopeContext value={scope}>
      <form className={css.form} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
        {header}
        {rowsOf(form.fields.filter(isDrawn), layout).map((row) => (
          <div key={row[0]?.def.name} className={cx(css.row, row.length > 1 && css.several)}>
            {row.map((field) => (
              <FieldView
                key={field.def.name}
                field={field}
                id={idOf(id, field)}
                minimum={bounds?.[field.def.name]?.minimum}
                maximum={bounds?.[field.def.name]?.maximum}
                step={bounds?.[field.def.name]?.step}
                unit={units?.[field.def.name] ?? undefined}
                choices={choices?.[field.def.name]}
              />
            ))}
          </div>
        ))}
        {extras}
        {sends ? (
          <Ways label={submitLabel} ways={sends.ways} disabled={disabled || busy} busy={busy ? way : null} onSend={(event, pressed) => void submit(event, pressed)} />
        ) : (
          <button type="submit" className={cx(css.submit, tone !== 'gold' && css[tone])} disabled={disabled || busy} aria-busy={busy}>
            {busy && <span className={css.spinner} aria-hidden />}
            <span>{submitLabel}</span>
          </button>
        )}
        <output className={css.spoken}>
          {wrong > 0 && t('form.errors', { count: wrong })}
        </output>
        {footer}
      </form>
    </FormScopeContext>
  )
}

const idOf = (form: string, field: Field) => `${form}${field.def.name}`

function focus(form: string, field: Field | null): void {
  const element = field && document.getElementById(idOf(form, field))
  element?.focus({ preventScroll: true })
  element?.scrollIntoView?.({ block: 'center', behavior: reducedMotion() ? 'instant' : 'smooth' })
}

/** A field whose value the screen gives: nothing is drawn of it. */
const isDrawn = (field: Field) => field.def.kind !== 'given'

/** The rows the layout names, then one row for each field it leaves out. */
function rowsOf(fields: readonly Field[], layout: FormProps['layout']): Field[][] {
  if (!layout) return fields.map((field) => [field])
  const left = new Map(fields.map((field) => [field.def.name, field]))
  const rows: Field[][] = []
  for (const names of layout) {
    const row: Field[] = []
    for (const name of names) {
      const field = left.get(name)
      if (field) row.push(field)
      left.delete(name)
    }
    if (row.length > 0) rows.push(row)
  }
  return [...rows, ...[...left.values()].map((field) => [field])]
}

function codeDetail(field: Field, target: Field | null): SendCodeDetail {
  const value = target ? get(target.value) : ''
  return {
    field: field.def.name,
    purpose: codePurpose(field) ?? '',
    target: typeof value === 'string' ? value : '',
  }
}
