import type { Entry, EntryKind } from '../compiler/protocol.ts'

export interface Match {
  entry: Entry
  /** Matched text, where it is not in the name. */
  because?: string
}

export const KINDS: readonly { kind: EntryKind; label: string }[] = [
  { kind: 'screen', label: 'Screens' },
  { kind: 'part', label: 'Parts' },
  { kind: 'form', label: 'Forms' },
  { kind: 'texts', label: 'Texts' },
]

/** Finds files by name, route and title, by a text that they show, and by a call, widget, part or form that they use. */
export function searchEntries(
  entries: readonly Entry[],
  query: string,
  english: Readonly<Record<string, string>>,
): Match[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return entries.map((entry) => ({ entry }))
  const has = (text: string | undefined): boolean => text?.toLowerCase().includes(wanted) ?? false
  return entries.flatMap((entry): Match[] => {
    if (has(entry.id) || has(entry.title) || has(entry.route)) return [{ entry }]
    const text = entry.texts.find((key) => has(english[key]) || has(english[`${key}_other`]))
    if (text !== undefined) return [{ entry, because: `“${english[text] ?? english[`${text}_other`] ?? text}”` }]
    // A group of texts is no name that people see; a key with its dot is looked for by who knows it.
    const key = wanted.includes('.') ? entry.texts.find(has) : undefined
    if (key !== undefined) return [{ entry, because: `text ${key}` }]
    for (const [label, names] of [
      ['call', entry.calls],
      ['widget', entry.widgets],
      ['part', entry.parts],
      ['form', entry.forms],
    ] as const) {
      const name = names.find(has)
      if (name !== undefined) return [{ entry, because: `${label} ${name}` }]
    }
    return []
  })
}

/** Display name of an entry: the title that users see, else its name. */
export const nameOf = ({ title, id }: Entry): string => (title === '' ? id : title)

/** Matches by name, case-insensitive: those that equal the query first, then those that begin with it, then those that contain it. */
export function byName(matches: readonly Match[], query = ''): Match[] {
  const wanted = query.trim().toLowerCase()
  const rank = ({ entry }: Match): number => {
    const name = nameOf(entry).toLowerCase()
    return wanted === '' || name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3
  }
  return matches.toSorted(
    (a, b) => rank(a) - rank(b) || nameOf(a.entry).localeCompare(nameOf(b.entry), 'en', { sensitivity: 'base' }),
  )
}

/** The files that use a file. */
export function usesOf(entry: Entry, entries: readonly Entry[]): Entry[] {
  if (entry.kind === 'part') return entries.filter(({ parts }) => parts.includes(entry.id))
  if (entry.kind === 'form') return entries.filter(({ forms }) => forms.includes(entry.id))
  return []
}

/** The screens that show a form, also within parts. */
export function screensOf(form: Pick<Entry, 'id'>, entries: readonly Entry[]): Entry[] {
  const users = new Set(entries.filter(({ forms }) => forms.includes(form.id)))
  // A set is iterated with what is added meanwhile.
  for (const user of users) for (const use of usesOf(user, entries)) users.add(use)
  return [...users].filter(({ kind }) => kind === 'screen')
}

/** Forms that match by their content, or by the screens that show them. */
export function searchForms(
  forms: readonly Entry[],
  query: string,
  entries: readonly Entry[],
  english: Readonly<Record<string, string>>,
): Entry[] {
  const found = new Set(searchEntries(forms, query, english).map(({ entry }) => entry))
  const screens = new Set(
    searchEntries(entries, query, english).flatMap(({ entry, because }) => (because === undefined ? [entry] : [])),
  )
  return forms.filter((form) => found.has(form) || screensOf(form, entries).some((screen) => screens.has(screen)))
}
