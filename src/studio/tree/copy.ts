import { parse, setValue } from '../model/document.ts'

/** The text of a screen as a screen of another name; its comments and its format are kept. */
export function copyOf(text: string, id: string, title?: string): string {
  const present = (parse(text)?.children ?? []).map(({ children }) => String(children?.[0]?.value))
  let next = setValue(text, 'id', id)
  if (present.includes('route')) next = setValue(next, 'route', `/pages/${id}`)
  if (present.includes('$schema'))
    next = setValue(next, '$schema', `${'../'.repeat(id.split('/').length)}schemas/screen.schema.json`)
  return title === undefined ? next : setValue(next, 'title', title)
}
