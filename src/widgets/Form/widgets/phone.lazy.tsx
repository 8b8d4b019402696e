import { useMemo, useState } from 'react'
import Icon from '../../Icon/Icon.tsx'
import { allAreaCodes } from '../areaCodes.ts'
import { Box } from '../Box.tsx'
import { optionText, useFormScope } from '../scope.ts'
import type { Props } from '../theme/widgets.ts'
import { onlyDigits } from '../digits.ts'
import css from '../Form.module.css'
import { Picker } from '../Picker.tsx'

const LONGEST = 14

/** "+44 7911123456" in its two parts. */
function split(value: unknown): { areaCode: string; number: string } | null {
  const found = typeof value === 'string' ? /^(\+\d{1,4}) (\d+)$/.exec(value) : null
  return found ? { areaCode: found[1] ?? '', number: found[2] ?? '' } : null
}

/** National numbers are dialled with a zero before them that is no part of the number. */
const join = (areaCode: string, digits: string) => {
  const number = digits.replace(/^0+/, '')
  return number ? `${areaCode} ${number}` : ''
}

/** The country of the device's first language that names one: "en-GB" is GB. */
function deviceCountry(): string | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.languages?.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean)
}

export default function PhoneWidget({ id, name, value, rawErrors, placeholder, required, disabled, readonly, options, onChange: set, 'aria-describedby': describedBy }: Props) {
  const { t, format, areaCodes, excludedCountries } = useFormScope()
  const [open, setOpen] = useState(false)
  // The number alone cannot distinguish the United States from Canada, so the chosen country is stored.
  const [picked, setPicked] = useState<string | null>(null)

  const areas = useMemo(() => {
    const order = new Intl.Collator(format.lang)
    return (areaCodes.length > 0 ? areaCodes : allAreaCodes())
      .filter((area) => !excludedCountries.includes(area.country))
      .map((area) => ({ ...area, id: area.country, label: format.country(area.country), hint: area.code }))
      .toSorted((a, b) => order.compare(a.label, b.label))
  }, [areaCodes, excludedCountries, format])

  const phone = split(value)
  const at = (country: string | null | undefined) => areas.find((area) => area.country === country)
  const area =
    at(picked) ?? (phone && areas.find((area) => area.code === phone.areaCode)) ?? at(optionText(options, 'country')) ?? at(deviceCountry()) ?? areas[0]
  const code = phone?.areaCode ?? area?.code ?? ''

  const change = (typed: string) => {
    const text = typed.trim()
    // A number pasted or filled in whole brings its own area code.
    const whole = text.startsWith('+') || text.startsWith('00') ? onlyDigits(text.replace(/^00/, ''), LONGEST + 4) : null
    const own = whole !== null ? areas.filter((area) => whole.startsWith(area.code.slice(1))).toSorted((a, b) => b.code.length - a.code.length)[0] : undefined
    if (whole !== null && own) {
      const kept = area && area.code === own.code ? area : own
      setPicked(kept.country)
      set(join(own.code, whole.slice(own.code.length - 1)))
      return
    }
    set(join(code, onlyDigits(text, LONGEST)))
  }
  const pick = (country: string) => {
    setPicked(country)
    setOpen(false)
    const next = at(country)
    if (next && phone) set(join(next.code, phone.number))
  }

  return (
    <>
      <Box
        icon="smartphone"
        before={
          <button
            type="button"
            className={css.areaCode}
            disabled={disabled === true || readonly === true}
            aria-haspopup="dialog"
            aria-label={`${t('form.areaCode')}: ${area ? `${area.label} ` : ''}${code}`}
            onClick={() => setOpen(true)}
          >
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
          className={css.input}
          autoComplete={optionText(options, 'autocomplete') ?? 'tel-national'}
          placeholder={placeholder || undefined}
          required={required}
          disabled={disabled}
          readOnly={readonly}
          aria-invalid={rawErrors ? true : undefined}
          aria-describedby={describedBy}
          value={phone?.number ?? ''}
          onChange={(event) => change(event.target.value)}
        />
      </Box>
      {open && <Picker title={t('form.areaCode')} items={areas} value={area?.country ?? ''} onPick={pick} onClose={() => setOpen(false)} />}
    </>
  )
}
