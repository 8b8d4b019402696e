import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { screenOf } from '../make/queries.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { Choose } from '../ui/Choose.tsx'
import { copyOfText, groupOf, isKey, textFor } from './keys.ts'
import css from './LanguageFields.module.css'
import { nameAfterWords } from './nameAfterWords.ts'
import { useInvalid } from '../problems/FieldProblems.tsx'
import { writeTranslations } from '../problems/listed.ts'
import { missingIn, withText } from './table.ts'

interface Props {
  id?: string
  /** The key of the text; empty for none. */
  value: string
  label?: string
  placeholder?: string
  onChange: (key: string) => void
}

/** A text by its words: words of a text that exists choose it, others become a new text with a key made of them. */
export function TextField({ id, value, label, placeholder, onChange }: Props): ReactNode {
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const words = locales.en?.[value]
  return words === undefined && locales.en?.[`${value}_other`] === undefined ? (
    <ChooseText {...{ id, value, label, placeholder, onChange }} />
  ) : (
    <KnownText {...{ id, value, label, onChange }} words={words} />
  )
}

/** The text that has just been made of typed words: its field takes the focus of theirs. */
let taken = ''

function ChooseText({ id, value, label, placeholder = 'Type the words', onChange }: Props): ReactNode {
  const workspace = useWorkspace()
  const list = useId()
  const invalid = useInvalid()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const [draft, setDraft] = useState(value)

  function take(): void {
    const typed = draft.trim()
    if (typed === value) return
    if (typed === '' || typed.startsWith('=') || isKey(typed)) return onChange(typed)
    const { files, open, entries } = workspace.get()
    const { key, changes } = textFor(typed, groupOf(open, entries), files)
    taken = key
    workspace.asOneStep(() => {
      workspace.edit(`Create the text “${typed}”`, changes)
      onChange(key)
    })
  }

  return (
    <>
      <input
        id={id}
        {...invalid.attributes}
        list={list}
        aria-label={label}
        value={draft}
        placeholder={placeholder}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      <datalist id={list}>
        {[...new Set(Object.values(locales.en ?? {}))].map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </datalist>
      <p className={css.about}>
        {isKey(value)
          ? `There is no text ${value}.`
          : 'Enter makes it a text of its own, or takes the one with these words.'}
      </p>
    </>
  )
}

function KnownText({ id, value, label, onChange, words }: Props & { words: string | undefined }): ReactNode {
  const workspace = useWorkspace()
  const locales = useWorkspaceState((state) => localesOf(state.files))
  const uses = useUseCount(value)
  const invalid = useInvalid()
  const missing = missingIn({ key: value, uses: [], problems: {} }, locales)
  const [isChoosing, setChoosing] = useState(false)
  /** The author has chosen to change all places of the text. */
  const [isForAll, setForAll] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isShared = uses.count > 1
  useLayoutEffect(() => {
    if (taken !== value) return
    taken = ''
    if (document.activeElement === document.body) field.current?.focus()
  }, [value])
  const all = (): void => workspace.set({ editedText: value })
  /** Creates a separate text with the same words, ready to be changed. */
  function copy(): void {
    const { files, open, entries } = workspace.get()
    const own = copyOfText(value, groupOf(open, entries), files)
    workspace.asOneStep(() => {
      workspace.edit(`Give “${words ?? value}” a text of its own here`, own.changes)
      onChange(own.key)
    })
  }
  return (
    <div
      className={css.text}
      title={value}
      // Another key replaces the field: not between the press and the release of one of its own buttons, which take no focus in Safari.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':active'))
          nameAfterWords(workspace, value)
      }}
    >
      {words === undefined ? (
        <p>{locales.en?.[`${value}_other`]}</p>
      ) : (
        <textarea
          ref={field}
          id={id}
          {...invalid.attributes}
          rows={2}
          aria-label={label ?? `English words of ${value}`}
          value={words}
          readOnly={!uses.isCounted || (isShared && !isForAll)}
          onChange={({ target }) => {
            const { 'locales/en.json': source } = workspace.get().files
            // Words that are deleted to write others stay a text, so that the field stays.
            if (source !== undefined)
              workspace.edit(
                `Change the words of ${value}`,
                { 'locales/en.json': withText(source, value, target.value) },
                `en ${value}`,
              )
          }}
        />
      )}
      <p className={css.line}>
        {!uses.isCounted && <span>Reading where it is used …</span>}
        {isShared && (
          <span className={css.shared}>
            Used at {uses.count} places{uses.isHere ? ' of this screen' : ''}
            {uses.titles > 0 &&
              `, ${uses.titles === 1 ? 'the title of a screen' : `${uses.titles} titles of screens`} among them`}
            {isForAll ? ': all of them change.' : '. Choose before you change it:'}
          </span>
        )}
        {isShared && words !== undefined && (
          <>
            <button type="button" className={css.link} onClick={copy}>
              Change it only here
            </button>
            {!isForAll && (
              <button
                type="button"
                className={css.link}
                onClick={() => {
                  setForAll(true)
                  field.current?.focus()
                }}
              >
                Change all {uses.count}
              </button>
            )}
          </>
        )}
        <button type="button" className={css.link} onClick={() => setChoosing(true)}>
          Another text …
        </button>
        <button type="button" className={css.link} onClick={all}>
          {missing.length === 0 ? 'All languages' : writeTranslations(missing.length)}
        </button>
      </p>
      {isChoosing && (
        <Choose
          title="Another text"
          options={Object.entries(locales.en ?? {}).map(([key, text]) => ({ id: key, about: text }))}
          onChoose={(key) => {
            setChoosing(false)
            onChange(key)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** Number of uses of a text and of the screens that have it as their title, whether all are in the open file, and whether the compiler has read the catalogue. */
function useUseCount(key: string): { count: number; titles: number; isHere: boolean; isCounted: boolean } {
  const workspace = useWorkspace()
  const checks = useWorkspaceState((state) => state.checks)
  const open = useWorkspaceState((state) => state.open)
  const [files, setFiles] = useState<readonly string[]>([])
  useEffect(() => {
    // Before the first check the compiler knows no names.
    if (checks === 0) return undefined
    let stopped = false
    workspace.compiler.uses({ kind: 'text', name: key }).then(
      (uses) => {
        if (!stopped) setFiles(uses.flatMap(({ file }) => (file.startsWith('locales/') ? [] : [file])))
      },
      () => undefined,
    )
    return () => {
      stopped = true
    }
  }, [workspace, key, checks])
  const texts = workspace.get().files
  return {
    count: files.length,
    titles: [...new Set(files)].filter((file) => screenOf(texts[file] ?? '').title === key).length,
    isHere: files.every((file) => file === open),
    isCounted: checks > 0,
  }
}
