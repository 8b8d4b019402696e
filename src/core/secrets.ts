import type { FormField } from './forms.ts'

/** Widgets whose values are secrets: they stay in the field they were typed into, and nowhere else. */
const SECRET_WIDGETS = new Set(['password', 'code', 'payPassword', 'pin', 'cvv'])
/** What browsers call such fields, whatever editor draws them. */
const SECRET_FILLS = new Set(['current-password', 'new-password', 'one-time-code', 'cc-csc'])

/** Whether what is typed into a field is a secret: by its widget, by what a browser would fill in, or because its option says so. */
export function isSecret({ widget, options }: { widget: string | null; options: FormField['options'] }): boolean {
  const fill = options.autocomplete
  return (widget !== null && SECRET_WIDGETS.has(widget)) || options.secret === true || (typeof fill === 'string' && fill.split(/\s+/).some((word) => SECRET_FILLS.has(word)))
}
