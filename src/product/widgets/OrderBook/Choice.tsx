import Icon from '../../../engine/widgets/Icon/Icon.tsx'
import css from './OrderBook.module.css'

interface ChoiceProps {
  label: string
  value: string
  options: readonly { id: string; label: string }[]
  onChange: (value: string) => void
}

/** A choice as small as its value. The control of the browser lies above it: its target is larger, and iOS does not zoom into its letters. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <span className={css.choice}>
      <select
        className={css.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ id, label: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span className={css.face} aria-hidden="true">
        <bdi className={css.chosen}>{options.find(({ id }) => id === value)?.label}</bdi>
        <Icon name="chevron-down" size="xs" />
      </span>
    </span>
  )
}
