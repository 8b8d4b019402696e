import { useMemo } from 'react'
import { COUNTRIES } from '../inputs/countries.ts'
import { deviceCountry, withFirst } from '../../../state/deviceLocale.ts'
import { PickButton } from '../inputs/PickButton.tsx'
import { useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'

/** Shows the chosen country and opens a list of all, sorted by their names in the user's language, that of the device first. Excluded ones say why they cannot be chosen. */
export default function CountryWidget({
  id,
  label,
  value,
  disabled,
  readonly,
  onChange,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { t, format, excludedCountries } = useFormScope()
  const items = useMemo(() => {
    const order = new Intl.Collator(format.lang)
    const all = COUNTRIES.map((code) => ({
      id: code,
      flag: code,
      label: format.country(code),
      ...(excludedCountries.includes(code) && { disabled: true, hint: t('form.countryRestricted') }),
    }))
    return withFirst(
      all.toSorted((a, b) => order.compare(a.label, b.label)),
      deviceCountry(),
    )
  }, [t, format, excludedCountries])
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
