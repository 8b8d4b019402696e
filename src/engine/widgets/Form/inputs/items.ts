import { useEffect, useEffectEvent } from 'react'
import type { PickerItem, Options } from '../scope.ts'
import { isObject } from '../../../language/values/json.ts'
import { isBlank } from '../../../state/forms/formValues.ts'

/** A choice as RJSF gives it, and by a text that names it in the page. */
export interface Choice extends PickerItem {
  value: unknown
}

/** The choices of `options.enumOptions`, those of `enumDisabled` marked. Empty where there are none. */
export function itemsOf({ enumOptions, enumDisabled }: Options): readonly Choice[] {
  if (!Array.isArray(enumOptions)) return []
  const disabledValues: readonly unknown[] = Array.isArray(enumDisabled) ? enumDisabled : []
  const ids = new Set<string>()
  return enumOptions.filter(isObject).map(({ value, label, hint }, index) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // The text "null" and null itself are two choices.
    const id = ids.has(text) ? `${text} ${index}` : text
    ids.add(id)
    return {
      value,
      id,
      label: String(label),
      ...(typeof hint === 'string' && { hint }),
      ...(disabledValues.includes(value) && { disabled: true }),
    }
  })
}

/** Clears a value that is not offered, or not for now: another field or the market has changed. The user chooses again. */
export function useClearUnavailable(
  items: readonly Choice[],
  value: unknown,
  onChange: (value: undefined) => void,
): void {
  const isUnavailable =
    items.length > 0 && !isBlank(value) && !items.some((item) => item.value === value && item.disabled !== true)
  const clear = useEffectEvent(() => onChange(undefined))
  useEffect(() => {
    if (isUnavailable) clear()
  }, [isUnavailable])
}
