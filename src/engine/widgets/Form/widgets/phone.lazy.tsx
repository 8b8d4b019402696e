import { useMemo, useState } from 'react'
import { plainCharacters } from '../../../language/texts/typedText.ts'
import { deviceCountry, withFirst } from '../../../state/deviceLocale.ts'
import Icon from '../../Icon/Icon.tsx'
import { useComposition } from '../../lib/useComposition.ts'
import { Flag } from '../../lib/Flag.tsx'
import { allAreaCodes, phoneOf } from '../inputs/areaCodes.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { optionText, useFormScope } from '../scope.ts'
import type { FormWidgetProps } from '../theme/formWidget.ts'
import fields from '../Form.module.css'
import css from './phone.module.css'
import { Picker } from '../inputs/Picker.tsx'

const MAX_DIGITS = 14

/** "+44 7911123456" in its two parts. */
function split(value: unknown): { areaCode: string; number: string } | null {
  const match = typeof value === 'string' ? /^(\+\d{1,4}) (\d+)$/.exec(value) : null
  return match ? { areaCode: match[1] ?? '', number: match[2] ?? '' } : null
}

/** A number in progress, whose area code is not decided yet: "+4", "00", "0". It is no telephone number, so the form does not accept it. */
const unfinished = (value: unknown): string => (typeof value === 'string' && /^(?:\+|0)\d*$/.test(value) ? value : '')

/** Dialled number: digits of any script as 0–9, with the leading plus. */
const dialled = (text: string): string => {
  const latin = plainCharacters(text)
  return (/^[^\d+]*\+/.test(latin) ? '+' : '') + latin.replaceAll(/\D/g, '')
}

/**
 * Shows an area code, chosen from a list, and a field for the number. The value is "+44 7911123456", "" without a number. A number that
 * begins with + or 00 stays as it is typed until one area code fits.
 */
export default function PhoneWidget({
  id,
  name,
  value,
  rawErrors,
  placeholder,
  required,
  disabled,
  readonly,
  options,
  onChange: set,
  'aria-describedby': describedBy,
}: FormWidgetProps) {
  const { t, format, areaCodes, excludedCountries } = useFormScope()
  const [open, setOpen] = useState(false)
  // The number alone cannot distinguish the United States from Canada, so the chosen country is stored.
  const [picked, setPicked] = useState<string | null>(null)

  const items = useMemo(() => {
    const order = new Intl.Collator(format.lang)
    const all = (areaCodes.length > 0 ? areaCodes : allAreaCodes()).map((area) => ({
      ...area,
      id: area.country,
      flag: area.country,
      label: format.country(area.country),
      disabled: excludedCountries.includes(area.country),
      hint: excludedCountries.includes(area.country) ? t('form.countryRestricted') : area.code,
    }))
    return withFirst(
      all.toSorted((a, b) => order.compare(a.label, b.label)),
      deviceCountry(),
    )
  }, [areaCodes, excludedCountries, format, t])
  const areas = useMemo(() => items.filter(({ disabled }) => !disabled), [items])

  const phone = split(value)
  const areaOf = (country: string | null | undefined) => areas.find((area) => area.country === country)
  const area =
    areaOf(picked) ??
    (phone && areas.find((area) => area.code === phone.areaCode)) ??
    areaOf(optionText(options, 'country')) ??
    areaOf(deviceCountry()) ??
    areas[0]
  const code = phone?.areaCode ?? area?.code ?? ''

  const change = (typed: string) => {
    const text = dialled(typed)
    const prefix = /^(?:\+|00)/.exec(text)?.[0]
    // The second zero of 00 may follow.
    if (prefix === undefined) return set(text === '0' ? text : phoneOf(code, text.slice(0, MAX_DIGITS)))
    const fullNumber = text.slice(prefix.length).slice(0, MAX_DIGITS + 4)
    const [matchingArea] = areas
      .filter((area) => fullNumber.startsWith(area.code.slice(1)))
      .toSorted((a, b) => b.code.length - a.code.length)
    const mayBeLonger = areas.some(
      (area) => area.code.length - 1 > fullNumber.length && area.code.slice(1).startsWith(fullNumber),
    )
    if (!matchingArea || mayBeLonger) return set(prefix + fullNumber)
    const nextArea = area && area.code === matchingArea.code ? area : matchingArea
    setPicked(nextArea.country)
    set(phoneOf(matchingArea.code, fullNumber.slice(matchingArea.code.length - 1)))
  }
  const composition = useComposition<HTMLInputElement>(phone?.number ?? unfinished(value), change)
  const pick = (country: string) => {
    setPicked(country)
    setOpen(false)
    const next = areaOf(country)
    if (next && phone) set(phoneOf(next.code, phone.number))
  }

  return (
    <>
      <InputFrame
        icon={area ? undefined : 'smartphone'}
        before={
          <button
            type="button"
            className={css.areaCode}
            disabled={disabled === true || readonly === true}
            aria-haspopup="dialog"
            aria-label={`${t('form.areaCode')}: ${area ? `${area.label} ` : ''}${code}`}
            onClick={() => setOpen(true)}
          >
            {area && <Flag country={area.country} />}
            <span dir="ltr">{code || '+'}</span>
            <Icon name="chevron-down" size="xs" />
          </button>
        }
      >
        <input
          id={id}
          name={name}
          type="tel"
          inputMode="tel"
          dir="ltr"
          className={fields.input}
          autoComplete={optionText(options, 'autocomplete') ?? 'tel-national'}
          placeholder={placeholder || undefined}
          required={required}
          disabled={disabled}
          readOnly={readonly}
          aria-invalid={rawErrors ? true : undefined}
          aria-describedby={describedBy}
          enterKeyHint="go"
          {...composition}
        />
      </InputFrame>
      {open && (
        <Picker
          title={t('form.areaCode')}
          items={items}
          value={area?.country ?? ''}
          onPick={pick}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
