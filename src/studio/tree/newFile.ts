import { setValue } from '../model/document.ts'

export type NewKind = 'screen' | 'part' | 'form'

/** The file of a new screen, part or form. */
export const pathOf = (kind: NewKind, id: string): string =>
  kind === 'screen' ? `screens/${id}.json` : kind === 'part' ? `screens/parts/${id}.json` : `schemas/forms/${id}.json`

const ID = /^[a-zA-Z][\w-]*(\/[a-zA-Z][\w-]*)*$/

/** Why an id cannot be taken; undefined if it can. */
export function refusalOf(kind: NewKind, id: string, files: Readonly<Record<string, string>>): string | undefined {
  if (!ID.test(id)) return 'Letters and digits, with / between folders: assets/gifts'
  if (kind === 'screen' && /^(parts\/|shell$)/.test(id))
    return 'Parts are made as parts, and the shell is there already.'
  return files[pathOf(kind, id)] === undefined ? undefined : `${pathOf(kind, id)} is there already.`
}

/** An id of typed words: "My transfers" is myTransfers. */
export const idOf = (words: string): string =>
  words
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
    .replace(/(^|\/)[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())

/** The text of a file under another id. A screen gets a separate route. */
export function copyOf(text: string, kind: NewKind, id: string): string {
  if (kind === 'form') return text
  const renamed = setValue(text, 'id', id)
  if (kind === 'part') return renamed
  const moved = setValue(renamed, 'route', `/pages/${id}`)
  const schema = `${'../'.repeat(id.split('/').length)}schemas/screen.schema.json`
  return text.includes('"$schema"') ? setValue(moved, '$schema', schema) : moved
}

/** The first text of a new file: the least that the compiler accepts, of texts that exist. `title` is the key of a text. */
export function templateOf(kind: NewKind, id: string, title: string): string {
  const up = '../'.repeat(id.split('/').length + (kind === 'part' ? 1 : 0))
  const text = { widget: 'Text', props: { text: title } }
  const file =
    kind === 'screen'
      ? {
          $schema: `${up}schemas/screen.schema.json`,
          id,
          route: `/pages/${id}`,
          title,
          body: [{ widget: 'Scroll', props: { padding: 'md', gap: 'md', label: title }, children: [text] }],
        }
      : kind === 'part'
        ? { id, params: {}, body: [text] }
        : {
            schema: {
              type: 'object',
              properties: { amount: { type: 'string', title, format: 'decimal' } },
              required: ['amount'],
            },
            uiSchema: { amount: { 'ui:widget': 'amount' } },
          }
  return `${JSON.stringify(file, null, 2)}\n`
}
