import { Download, Plus, Upload } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { isRtl } from '../../core/direction.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { languageName, localesOf } from '../model/texts.ts'
import { Button } from '../ui/ui.tsx'
import { NewText } from './NewText.tsx'
import { filterRows, missingIn, textRows, withText, type TextFilter, type TextRow } from './table.ts'
import css from './TextsView.module.css'
import { XliffDialog } from './XliffDialog.tsx'

const FILTERS: readonly { value: TextFilter; label: string }[] = [
  { value: 'all', label: 'All texts' },
  { value: 'missing', label: 'Missing in a language' },
  { value: 'unused', label: 'Unused' },
  { value: 'problems', label: 'With problems (too long, wrong placeholders …)' },
  { value: 'changed', label: 'Changed' },
]

const NO_KEYS: ReadonlySet<string> = new Set()

/** Height of a row. */
const ROW_PX = 58
/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 10

/** The texts of all languages: keys down, languages across. */
export function TextsView(): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const entries = useWorkspaceState((state) => state.entries)
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const [query, setQuery] = useState(() => workspace.get().textKey)
  const [filter, setFilter] = useState<TextFilter>('all')
  const [dialog, setDialog] = useState<'export' | 'import' | 'create' | null>(null)
  const languages = Object.keys(locales).toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1))
  const wanted = useDeferredValue(query)
  // A row that is edited stays until another search or filter is chosen.
  const [kept, setKept] = useState<{ list: string; keys: ReadonlySet<string> }>({ list: '', keys: new Set() })
  const list = `${filter} ${wanted}`
  const keptKeys = kept.list === list ? kept.keys : NO_KEYS
  const publishedTexts = localesOf(published)
  const rows = useMemo(() => {
    const changed = (key: string): boolean =>
      Object.entries(locales).some(([language, texts]) => texts[key] !== publishedTexts[language]?.[key])
    return filterRows(textRows(locales, entries, diagnostics), locales, {
      query: wanted,
      filter,
      changed,
      kept: keptKeys,
    })
  }, [locales, entries, diagnostics, wanted, filter, publishedTexts, keptKeys])
  useEffect(() => workspace.set({ textKey: '' }), [workspace])

  const [view, setView] = useState({ top: 0, height: 900 })
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - OVERSCAN)
  const visible = rows.slice(first, first + Math.ceil(view.height / ROW_PX) + 2 * OVERSCAN)

  function setText(language: string, key: string, words: string): void {
    const path = `locales/${language}.json`
    const source = files[path]
    if (!keptKeys.has(key)) setKept({ list, keys: new Set([...keptKeys, key]) })
    if (source !== undefined)
      workspace.edit(
        `Change ${key}`,
        { [path]: withText(source, key, words === '' ? undefined : words) },
        `${path} ${key}`,
      )
  }

  return (
    <main className={css.view} aria-label="Texts">
      <div className={css.bar}>
        <input
          type="search"
          value={query}
          placeholder="Key, words in any language, or screen"
          aria-label="Search the texts"
          onChange={({ target }) => setQuery(target.value)}
        />
        <select aria-label="Filter" value={filter} onChange={({ target }) => setFilter(target.value as TextFilter)}>
          {FILTERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <output className={css.count}>
          {rows.length} {rows.length === 1 ? 'text' : 'texts'}
        </output>
        <Button onClick={() => setDialog('create')}>
          <Plus size={14} aria-hidden /> New text
        </Button>
        <Button title="A file for translators: the texts of this list" onClick={() => setDialog('export')}>
          <Download size={14} aria-hidden /> Export XLIFF
        </Button>
        <Button title="Reads a file that translators have filled" onClick={() => setDialog('import')}>
          <Upload size={14} aria-hidden /> Import XLIFF
        </Button>
      </div>
      <div
        className={css.scroller}
        onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
      >
        <table className={css.table} aria-label="Texts by language" aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">Key</th>
              {languages.map((language) => (
                <th key={language} scope="col">
                  {languageName(language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer rows={first} />
            {visible.map((row, index) => (
              <Row key={row.key} row={row} index={first + index} languages={languages} onChange={setText} />
            ))}
            <Spacer rows={rows.length - first - visible.length} />
          </tbody>
        </table>
      </div>
      {dialog === 'create' && <NewText onClose={() => setDialog(null)} onCreated={setQuery} />}
      {(dialog === 'export' || dialog === 'import') && (
        <XliffDialog
          purpose={dialog}
          languages={languages.filter((language) => language !== 'en')}
          keys={rows.map(({ key }) => key)}
          onClose={() => setDialog(null)}
        />
      )}
    </main>
  )
}

/** Takes the place of rows that are not drawn. */
const Spacer = ({ rows }: { rows: number }): ReactNode =>
  rows > 0 && <tr aria-hidden style={{ blockSize: rows * ROW_PX }} />

interface RowProps {
  row: TextRow
  index: number
  languages: readonly string[]
  onChange: (language: string, key: string, words: string) => void
}

function Row({ row, index, languages, onChange }: RowProps): ReactNode {
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const missing = new Set(missingIn(row, locales))
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={css.key}>
        <code>{row.key}</code>
        <span title={row.uses.join(', ')}>
          {row.uses.length === 0 ? 'app or server' : row.uses.length === 1 ? row.uses[0] : `${row.uses.length} uses`}
        </span>
      </th>
      {languages.map((language) => {
        const problem = row.problems[language]?.[0]
        const state = missing.has(language) ? 'missing' : problem?.severity
        return (
          <td key={language} className={css.cell} data-state={state}>
            <textarea
              rows={2}
              lang={language}
              dir={isRtl(language) ? 'rtl' : 'ltr'}
              value={locales[language]?.[row.key] ?? ''}
              placeholder={missing.has(language) ? 'missing' : ''}
              aria-label={`${row.key} in ${language}`}
              aria-invalid={state !== undefined}
              title={problem?.message}
              onChange={({ target }) => onChange(language, row.key, target.value)}
            />
          </td>
        )
      })}
    </tr>
  )
}
