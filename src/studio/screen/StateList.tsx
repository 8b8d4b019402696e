import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isObject } from '../../core/json.ts'
import { setMember, type ScreenValue } from '../make/queries.ts'
import { useWorkspace } from '../model/context.tsx'
import { setValue } from '../model/document.ts'
import { IconButton } from '../ui/ui.tsx'
import { AddNamed } from './AddNamed.tsx'
import css from './ScreenForm.module.css'

const KINDS: readonly { title: string; first: string | number | boolean | readonly string[] }[] = [
  { title: 'a text', first: '' },
  { title: 'a whole number', first: 0 },
  { title: 'yes or no', first: false },
  { title: 'a list of texts', first: [] },
]

/** The states of a screen: name, kind and first value. */
export function StateList({ file, screen }: { file: string; screen: ScreenValue }): ReactNode {
  const workspace = useWorkspace()
  const states = Object.entries(screen.state ?? {})
  const edit = (label: string, change: (text: string) => string, key?: string): void =>
    workspace.change(file, label, change, key)
  return (
    <div className={css.fields}>
      <p className={css.about}>
        What the screen keeps while it is open, such as the day that the user has chosen. Each begins with the value
        beside it.
      </p>
      {states.map(([one, value]) => (
        <div key={one} className={css.row}>
          <strong>{one}</strong>
          <FirstValue
            name={one}
            value={isObject(value) && 'value' in value ? value.value : value}
            onChange={(next) => {
              const isTyped = isObject(value) && 'value' in value
              const place = isTyped ? `state/${one}/value` : `state/${one}`
              edit(`Change the first value of ${one}`, (text) => setValue(text, place, next), `${file} ${place}`)
            }}
          />
          <IconButton
            label={`Remove the state ${one}`}
            onClick={() => edit(`Remove the state ${one}`, (text) => setMember(text, 'state', one, undefined))}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <AddNamed
        what="state"
        example="chosen day"
        kinds={KINDS}
        isTaken={(name) => Object.hasOwn(screen.state ?? {}, name)}
        onAdd={(name, { first }) => edit(`Add the state ${name}`, (text) => setMember(text, 'state', name, first))}
      />
    </div>
  )
}

function FirstValue({
  name,
  value,
  onChange,
}: {
  name: string
  value: unknown
  onChange: (value: string | number | boolean) => void
}): ReactNode {
  const label = `First value of ${name}`
  if (typeof value === 'boolean')
    return (
      <input type="checkbox" aria-label={label} checked={value} onChange={({ target }) => onChange(target.checked)} />
    )
  if (typeof value === 'number')
    return (
      <input type="number" aria-label={label} value={value} onChange={({ target }) => onChange(Number(target.value))} />
    )
  if (typeof value === 'string')
    return <input aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
  return <code>{JSON.stringify(value)}</code>
}
