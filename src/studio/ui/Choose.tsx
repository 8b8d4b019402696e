import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { searchKeys } from './listKeys.ts'
import { Dialog, Hint } from './ui.tsx'
import css from './Choose.module.css'

export interface Option {
  id: string
  /** Description, one sentence. */
  about: string
  /** Words by which it is found too. */
  words?: string
  /** Address of a picture of it. */
  picture?: string
}

/** The options that have all words of a query, those whose name has it first. */
export function matching<One extends Option>(options: readonly One[], query: string): One[] {
  const wanted = query.trim().toLowerCase().split(/\s+/)
  const named = (id: string): number => Number(!id.toLowerCase().includes(query.trim().toLowerCase()))
  return options
    .filter(({ id, about, words = '' }) => {
      const text = `${id} ${about} ${words}`.toLowerCase()
      return wanted.every((item) => text.includes(item))
    })
    .toSorted((a, b) => (query.trim() === '' ? 0 : named(a.id) - named(b.id)))
}

/** The sentences that several options have: only their names differ. */
export function sharedSentences(options: readonly Option[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { about } of options) counts.set(about, (counts.get(about) ?? 0) + 1)
  return new Set([...counts].flatMap(([about, count]) => (about !== '' && count > 1 ? [about] : [])))
}

/** A choice by sentence, with search. */
export function Choose({
  title,
  options,
  hint,
  onChoose,
  onClose,
}: {
  title: string
  options: readonly Option[]
  hint?: string
  onChoose: (id: string) => void
  onClose: () => void
}): ReactNode {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const found = useMemo(() => matching(options, query), [options, query])
  const shared = useMemo(() => sharedSentences(options), [options])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void =>
    searchKeys(event, list.current, () => found[0] && onChoose(found[0].id))

  return (
    <Dialog title={title} onClose={onClose}>
      {hint !== undefined && <Hint>{hint}</Hint>}
      <div className={css.choose} onKeyDown={onKeyDown} role="presentation">
        <input
          type="search"
          value={query}
          placeholder="Search in plain words"
          aria-label={`Search: ${title}`}
          onChange={({ target }) => setQuery(target.value)}
        />
        <ul ref={list} className={css.list} aria-label={title}>
          {found.map(({ id, about, picture }) => (
            <li key={id}>
              <button type="button" className={css.option} title={id} onClick={() => onChoose(id)}>
                {picture !== undefined && <img className={css.picture} src={picture} alt="" loading="lazy" />}
                <span>{about === '' ? id : about}</span>
                {shared.has(about) && <code>{id}</code>}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className={css.nothing}>Nothing fits “{query}”. Try fewer or other words.</p>}
      </div>
    </Dialog>
  )
}
