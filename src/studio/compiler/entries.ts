import { formFile } from '../../../codegen/compiler/service/index.ts'
import type { Checked, Files } from '../../../codegen/compiler/service/project.ts'
import type { Entry } from './protocol.ts'
import { report } from '../../engine/language/report.ts'

const sorted = (names: Iterable<string>): string[] => [...names].toSorted()

/** The files that authors edit, with what each uses. */
export function entriesOf({ screens, parts, locales, contract }: Checked, files: Files): Entry[] {
  const english = locales.get('en') ?? {}
  const textOf = (key: unknown): string =>
    typeof key === 'string' ? (english[key] ?? english[`${key}_other`] ?? key) : ''
  const known = new Map<string, Entry>()
  for (const { file, route, used, screen } of screens) {
    const title = screen?.title
    known.set(file, {
      ...(screen
        ? { ...bare(file), title: textOf(Array.isArray(title) && title[0] === 't' ? title[1] : title) }
        : asWritten(bare(file), files.get(file), english)),
      route,
      ...namesOf(used),
    })
  }
  for (const { id, used } of parts.values())
    known.set(`screens/parts/${id}.json`, {
      file: `screens/parts/${id}.json`,
      kind: 'part',
      id,
      title: '',
      ...namesOf(used),
    })
  for (const [id, form] of contract.forms) known.set(formFile(id), { ...bare(formFile(id)), texts: sorted(form.texts) })
  return bareEntries([...files.keys()]).map(
    (entry) => known.get(entry.file) ?? asWritten(entry, files.get(entry.file), english),
  )
}

/** The files that authors edit before the compiler has read them: screens have their titles and routes already. */
export function titledEntries(files: Readonly<Record<string, string>>): Entry[] {
  let english: Record<string, unknown> = {}
  try {
    english = JSON.parse(files['locales/en.json'] ?? '{}') as Record<string, unknown>
  } catch (error) {
    // The compiler reports the syntax error.
    report(error, 'parse a file')
  }
  return bareEntries(Object.keys(files)).map((entry) => asWritten(entry, files[entry.file], english))
}

/** A screen with the title and the route of its file, which need not be valid. */
function asWritten(entry: Entry, text = '', english: Readonly<Record<string, unknown>>): Entry {
  if (entry.kind !== 'screen') return entry
  const title = english[/"title":\s*"([\w.]+)"/.exec(text)?.[1] ?? '']
  const route = /"route":\s*"([^"]+)"/.exec(text)?.[1]
  return { ...entry, ...(typeof title === 'string' && { title }), ...(route !== undefined && { route }) }
}

/** The files that authors edit, by their paths alone. */
export const bareEntries = (files: readonly string[]): Entry[] =>
  files
    .filter((file) => /^(screens\/(?!shell)|schemas\/forms\/|locales\/[^/]+\.json$)/.test(file))
    .toSorted()
    .map(bare)

interface Used {
  calls: ReadonlySet<string>
  widgets: ReadonlySet<string>
  parts: ReadonlySet<string>
  forms: ReadonlySet<string>
  texts: ReadonlySet<string>
}

const namesOf = ({ calls, widgets, parts, forms, texts }: Used) => ({
  calls: sorted(calls),
  widgets: sorted(widgets),
  parts: sorted(parts),
  forms: sorted(forms),
  texts: sorted(texts),
})

/** A file that cannot be compiled. */
function bare(file: string): Entry {
  const kind = file.startsWith('screens/parts/')
    ? 'part'
    : file.startsWith('screens/')
      ? 'screen'
      : file.startsWith('schemas/')
        ? 'form'
        : 'texts'
  return { file, kind, id: idOf(file), title: '', calls: [], widgets: [], parts: [], forms: [], texts: [] }
}

const idOf = (file: string): string =>
  file.replace(/^(screens\/parts|screens|schemas\/forms|locales)\//, '').replace(/\.json$/, '')
