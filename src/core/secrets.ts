import type { FormField } from './program.ts'

/** Kinds whose values are nobody's to keep: they stay in the field they were typed into, and nowhere else. */
const SECRET_KINDS = new Set(['password', 'code', 'payPassword', 'pin', 'cvv'])
/** What browsers call such fields, whatever editor draws them. */
const SECRET_FILLS = new Set(['current-password', 'new-password', 'one-time-code', 'cc-csc'])

/** Whether what is typed into a field is a secret: by its kind, by what a browser would fill in, or because its option says so. */
export function isSecret({ kind, options }: Pick<FormField, 'kind' | 'options'>): boolean {
  const fill = options?.autocomplete
  return SECRET_KINDS.has(kind) || options?.secret === true || (typeof fill === 'string' && fill.split(/\s+/).some((word) => SECRET_FILLS.has(word)))
}
