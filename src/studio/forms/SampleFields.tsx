import type { ReactNode } from 'react'
import type { Json } from '../../engine/language/expressions/program.ts'
import type { SampledForm } from '../compiler/protocol.ts'
import { useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { fieldsOf } from './fields.ts'
import css from './FieldList.module.css'

interface Props {
  file: string
  values: SampledForm['values']
  onChange: (values: SampledForm['values']) => void
}

/** Sample data by the fields of the form. */
export function SampleFields({ file, values, onChange }: Props): ReactNode {
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const set = (name: string, value: Json | undefined): void => {
    const { [name]: _old, ...others } = values
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <div className={css.samples}>
      {fieldsOf(text)
        .filter(({ kind }) => kind !== undefined && kind !== 'photo')
        .map(({ name, kind, title, schema }) => {
          const value = values[name]
          const label = english[title] ?? name
          if (kind === 'yesNo')
            return (
              <label key={name} className={css.check}>
                <input type="checkbox" checked={value === true} onChange={({ target }) => set(name, target.checked)} />
                {label}
              </label>
            )
          return (
            <label key={name} className={css.check}>
              <span className={css.label}>{label}</span>
              {Array.isArray(schema.enum) ? (
                <select
                  value={typeof value === 'string' ? value : ''}
                  onChange={({ target }) => set(name, target.value === '' ? undefined : target.value)}
                >
                  <option value="">–</option>
                  {schema.enum.map((value) => (
                    <option key={textOf(value)} value={textOf(value)}>
                      {textOf(value)}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  type={kind === 'date' ? 'date' : 'text'}
                  value={typeof value === 'string' || typeof value === 'number' ? value : ''}
                  onChange={({ target }) => set(name, sampleOf(target.value, kind === 'integer'))}
                />
              )}
            </label>
          )
        })}
    </div>
  )
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A whole number as a number, once it is one. */
const sampleOf = (typed: string, isInteger: boolean): Json | undefined =>
  typed === '' ? undefined : isInteger && /^-?\d+$/.test(typed) ? Number(typed) : typed
