import type { PickerItem, Options } from './scope.ts'
import { isObject } from '../../core/json.ts'

/** A choice as RJSF gives it, and by a text that names it in the page. */
export interface Choice extends PickerItem {
  value: unknown
}

/** The choices of `options.enumOptions`, those of `enumDisabled` marked. Empty where there are none. */
export function itemsOf({ enumOptions, enumDisabled }: Options): readonly Choice[] {
  if (!Array.isArray(enumOptions)) return []
  const disabledValues: readonly unknown[] = Array.isArray(enumDisabled) ? enumDisabled : []
  return enumOptions.filter(isObject).map(({ value, label, hint }) => ({
    value,
    id: typeof value === 'string' ? value : JSON.stringify(value),
    label: String(label),
    ...(typeof hint === 'string' && { hint }),
    ...(disabledValues.includes(value) && { disabled: true }),
  }))
}
