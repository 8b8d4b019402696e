import { PickButton } from '../inputs/PickButton.tsx'
import { itemsOf, useClearUnavailable } from '../inputs/items.ts'
import { optionText } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'
import CheckboxesWidget from './checkboxes.lazy.tsx'

/** One item of a list that opens; of several that can be chosen, boxes to tick. */
export default function SelectWidget(props: FormWidgetProps) {
  return props.multiple === true ? <CheckboxesWidget {...props} /> : <SelectOne {...props} />
}

function SelectOne({
  id,
  label,
  value,
  options,
  disabled,
  readonly,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const items = itemsOf(options)
  const chosen = items.find((item) => item.value === value)
  useClearUnavailable(items, value, onChange)
  return (
    <PickButton
      id={id}
      label={label}
      items={items}
      value={chosen?.id ?? ''}
      disabled={disabled === true || readonly === true}
      describedBy={describedBy}
      marks={optionText(options, 'marks') === 'drawing' ? 'drawing' : 'none'}
      onPick={(picked) => onChange(items.find((item) => item.id === picked)?.value)}
    />
  )
}
