import { useState, type ReactNode } from 'react'
import { valuesInScope, type ScopeValue, type ValueKind } from '../conditions/values.ts'
import { useWorkspace } from '../model/context.tsx'
import type { Place } from '../model/document.ts'
import { localesOf } from '../model/texts.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { Choose } from '../ui/Choose.tsx'
import css from './fields.module.css'

/** The kinds of values that fit a property; none for one that is chosen from a list, or is an object. */
export function kindsFor({ type, format, enum: words, properties, items, ...rest }: PropertySchema): ValueKind[] {
  if (words || properties || items || rest['x-ref'] !== undefined) return []
  const [first] = [type].flat().filter((one) => one !== 'null')
  // A plain number is one of the look, such as a width.
  if (first === 'integer') return format === 'unix-seconds' ? ['moment'] : []
  if (first !== 'string' || ['icon', 'route', 'form'].includes(format ?? '')) return []
  return format === 'decimal' ? ['decimal'] : ['text']
}

interface Props {
  file: string
  place: Place
  schema: PropertySchema
  onChoose: (expression: string) => void
}

/** Puts a value of the data, of a form or of the user into a property, chosen by its sentence. */
export function ChooseValue({ file, place, schema, onChoose }: Props): ReactNode {
  const workspace = useWorkspace()
  const [values, setValues] = useState<readonly ScopeValue[] | null>(null)
  const kinds = kindsFor(schema)
  if (kinds.length === 0) return null
  function open(): void {
    const { files } = workspace.get()
    const all = valuesInScope(files[file] ?? '', place, files, localesOf(files).en ?? {})
    setValues(all.filter(({ kind }) => kinds.includes(kind)))
  }
  return (
    <>
      <button type="button" className={css.link} onClick={open}>
        Choose a value …
      </button>
      {values && (
        <Choose
          title="Choose a value"
          hint={
            values.length === 0
              ? 'Nothing here has such a value. Select the screen itself to add data, or put this into a row that is repeated for each item of a list.'
              : 'It changes with the data. Values of a list are here only within a row that is repeated for each of its items.'
          }
          options={values.map(({ path, sentence, group }) => ({ id: path, about: `${group}: ${sentence}` }))}
          onChoose={(path) => {
            setValues(null)
            onChoose(`=${path}`)
          }}
          onClose={() => setValues(null)}
        />
      )}
    </>
  )
}
