import { ArrowRight, Download, Languages, Plus, Upload } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { isRtl } from '../../engine/language/texts/direction.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { byLanguage, languageName, nameOf } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { Button, Dialog } from '../ui/ui.tsx'
import { NewLanguage } from './NewLanguage.tsx'
import { NewText } from './NewText.tsx'
import { openListed } from '../problems/openProblem.ts'
import { filterRows, missingIn, textRows, withText, type TextFilter, type TextRow } from './table.ts'
import css from './TextsView.module.css'
import { ExportTexts, ImportTexts } from './XliffDialog.tsx'

const FILTERS: readonly { value: TextFilter; label: string }[] = [
  { value: 'all', label: 'All texts' },
  { value: 'missing', label: 'Missing in a language' },
  { value: 'unused', label: 'Unused' },
  { value: 'problems', label: 'With problems (too long, wrong placeholders …)' },
  { value: 'changed', label: 'Changed' },
]

/** Height of a row. */
const ROW_PX = 86
/** Width of the column of a language. */
const COLUMN_PX = 220
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
  const shown = useWorkspaceState((state) => state.shownText)
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<TextFilter>('all')
  const [dialog, setDialog] = useState<'export' | 'import' | 'create' | 'language' | null>(null)
  const [usesOf, setUsesOf] = useState<TextRow | null>(null)
  /** The row with the focus: it stays while it is edited, also when it does not match the filter any more. */
  const [edited, setEdited] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const languages = byLanguage(Object.keys(locales))
  const wanted = useDeferredValue(query)
  const publishedTexts = localesOf(published)
  const rows = useMemo(() => {
    const changed = (key: string): boolean =>
      Object.entries(locales).some(([language, texts]) => texts[key] !== publishedTexts[language]?.[key])
    const all = textRows(locales, entries, diagnostics, edited)
    return filterRows(all, locales, { query: wanted, filter, changed, kept: edited })
  }, [locales, entries, diagnostics, wanted, filter, publishedTexts, edited])

  /** Languages to the right of those that are seen. */
  const [beyond, setBeyond] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setBeyond(columnsBeyond(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const [view, setView] = useState({ top: 0, height: 900 })
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - OVERSCAN)
  const visible = rows.slice(first, first + Math.ceil(view.height / ROW_PX) + 2 * OVERSCAN)

  // A problem has asked for a row: it is shown among all texts.
  const [asked, setAsked] = useState(shown)
  if (shown !== asked) {
    setAsked(shown)
    if (shown !== null) {
      setQuery('')
      setFilter('all')
    }
  }
  // The focus goes to the first language that lacks it, once the table has drawn the row.
  useEffect(() => {
    const at = shown === null ? -1 : rows.findIndex(({ key }) => key === shown || key === `${shown}_other`)
    if (at < 0) return
    const row = at < first ? null : scroller.current?.querySelector(`tr[aria-rowindex="${at + 2}"]`)
    const cell = row?.querySelector<HTMLElement>('textarea[placeholder]') ?? row?.querySelector('textarea')
    if (!cell) {
      // The table draws the rows around its scroll position.
      scroller.current?.scrollTo({ top: Math.max(0, (at - 2) * ROW_PX) })
      return
    }
    cell.scrollIntoView({ block: 'center', inline: 'center' })
    cell.focus()
    workspace.set({ shownText: null })
  }, [workspace, shown, rows, first])

  function setText(language: string, key: string, words: string): void {
    const path = `locales/${language}.json`
    const source = files[path]
    if (source !== undefined)
      workspace.edit(
        `Change ${key} in ${languageName(language)}`,
        { [path]: withText(source, key, words === '' ? undefined : words) },
        `${path} ${key}`,
      )
  }

  return (
    <main className={css.view} aria-label="Texts" data-region="the texts">
      <div className={css.bar}>
        <input
          type="search"
          value={query}
          placeholder="Words in any language, screen, or name"
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
        <output className={css.count}>{rows.length === 1 ? '1 text' : `${rows.length} texts`}</output>
        {beyond > 0 && (
          <Button onClick={() => scroller.current?.scrollBy({ left: COLUMN_PX })}>
            {beyond === 1 ? '1 more language' : `${beyond} more languages`} <ArrowRight size={14} aria-hidden />
          </Button>
        )}
        <Button onClick={() => setDialog('create')}>
          <Plus size={14} aria-hidden /> New text
        </Button>
        <Button onClick={() => setDialog('language')}>
          <Languages size={14} aria-hidden /> New language
        </Button>
        <Button title="As an XLIFF file" onClick={() => setDialog('export')}>
          <Download size={14} aria-hidden /> For translators
        </Button>
        <Button title="From an XLIFF file" onClick={() => setDialog('import')}>
          <Upload size={14} aria-hidden /> From translators
        </Button>
      </div>
      <div
        ref={scroller}
        className={css.scroller}
        onScroll={({ currentTarget }) => {
          setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
          setBeyond(columnsBeyond(currentTarget))
        }}
      >
        <table className={css.table} aria-label="Texts by language" aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">Where it is used</th>
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
              <Row
                key={row.key}
                row={row}
                index={first + index}
                languages={languages}
                onChange={setText}
                onEdit={setEdited}
                onUses={setUsesOf}
              />
            ))}
            <Spacer rows={rows.length - first - visible.length} />
          </tbody>
        </table>
      </div>
      {dialog === 'language' && <NewLanguage known={languages} onClose={() => setDialog(null)} />}
      {dialog === 'create' && <NewText onClose={() => setDialog(null)} onCreated={setQuery} />}
      {dialog === 'export' && (
        <ExportTexts
          languages={languages.filter((language) => language !== 'en')}
          rows={rows}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'import' && <ImportTexts onClose={() => setDialog(null)} />}
      {usesOf && (
        <Dialog title={`Where “${locales.en?.[usesOf.key] ?? usesOf.key}” is used`} onClose={() => setUsesOf(null)}>
          <ul>
            {usesOf.uses.map(({ file, id }) => (
              <li key={file}>
                <button type="button" className={css.link} onClick={() => openListed(workspace, file)}>
                  {entries.find((entry) => entry.file === file)?.title || id}
                </button>{' '}
                <code>{id}</code>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </main>
  )
}

/** The columns that are not seen as a whole, to the right of a scrolled table. */
const columnsBeyond = ({ scrollWidth, scrollLeft, clientWidth }: HTMLElement): number =>
  Math.ceil(Math.max(0, scrollWidth - scrollLeft - clientWidth - 1) / COLUMN_PX)

/** Replaces the rows that are not drawn. */
const Spacer = ({ rows }: { rows: number }): ReactNode =>
  rows > 0 && <tr aria-hidden style={{ blockSize: rows * ROW_PX }} />

interface RowProps {
  row: TextRow
  index: number
  languages: readonly string[]
  onChange: (language: string, key: string, words: string) => void
  onEdit: (key: string | null) => void
  onUses: (row: TextRow) => void
}

function Row({ row, index, languages, onChange, onEdit, onUses }: RowProps): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const missing = new Set(missingIn(row, locales))
  const [only] = row.uses
  const title = useWorkspaceState((state) => state.entries.find(({ file }) => file === only?.file)?.title)
  return (
    <tr
      aria-rowindex={index + 2}
      onFocus={() => onEdit(row.key)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onEdit(null)
      }}
    >
      <th scope="row" className={css.key}>
        {only === undefined ? (
          <span>
            {Object.values(row.problems)
              .flat()
              .some(({ rule }) => rule === 'unused-text')
              ? 'used nowhere'
              : 'app or server'}
          </span>
        ) : row.uses.length === 1 ? (
          <button type="button" className={css.link} title={only.id} onClick={() => openListed(workspace, only.file)}>
            {nameOf(only.file, title)}
          </button>
        ) : (
          <button type="button" className={css.link} onClick={() => onUses(row)}>
            {row.uses.length} uses
          </button>
        )}
        <button
          type="button"
          className={css.name}
          title={`All languages of ${row.key}`}
          onClick={() => workspace.set({ editedText: row.key })}
        >
          <code>{row.key}</code>
        </button>
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
              placeholder={missing.has(language) ? 'missing' : undefined}
              aria-label={`${row.key} in ${languageName(language)}`}
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
