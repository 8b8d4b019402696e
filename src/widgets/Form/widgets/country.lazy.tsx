import { useMemo } from 'react'
import { COUNTRIES } from '../countries.ts'
import { PickButton } from '../PickButton.tsx'
import { useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows the chosen country and opens a list of all but the excluded ones, sorted by their names in the user's language. */
export default function CountryWidget({
  id,
  label,
  value,
  disabled,
  readonly,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { format, excludedCountries } = useFormScope()
  const items = useMemo(() => {
    const order = new Intl.Collator(format.lang)
    return COUNTRIES.filter((code) => !excludedCountries.includes(code))
      .map((code) => ({ id: code, label: format.country(code) }))
      .toSorted((a, b) => order.compare(a.label, b.label))
  }, [format, excludedCountries])
  return (
    <PickButton
      id={id}
      label={label}
      icon="globe"
      items={items}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled === true || readonly === true}
      describedBy={describedBy}
      onPick={onChange}
    />
  )
}
