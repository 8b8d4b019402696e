import { createContext, useContext, useId, useMemo, type ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import type { Place } from '../model/document.ts'
import { QuickFixButton } from './QuickFixButton.tsx'
import css from './FieldProblems.module.css'
import { listedProblems, problemsAt } from './listed.ts'

interface Invalid {
  /** Attributes of the control of a value with a problem. */
  attributes: { 'aria-invalid'?: true; 'aria-describedby'?: string }
  /** The sentences of its problems; empty for none. */
  words: string
}

const InvalidContext = createContext<Invalid>({ attributes: {}, words: '' })

/** Problems of a value, for its control. */
export const useInvalid = (): Invalid => useContext(InvalidContext)

interface Props {
  file: string
  /** The path of the value. */
  place: Place
  /** Its members or items have separate controls, which show the problems within them. */
  isGroup?: boolean
  children: ReactNode
}

/** The control of a value, marked where the value has a problem, with the sentence and the quick fix below it. */
export function FieldProblems({ file, place, isGroup = false, children }: Props): ReactNode {
  const id = useId()
  const diagnostics = useWorkspaceState((state) => state.diagnostics)
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const listed = useMemo(
    () => listedProblems(problemsAt(diagnostics, { file, place, isGroup }), { files, published }),
    [diagnostics, file, place, isGroup, files, published],
  )
  const isWrong = listed.some(({ diagnostic }) => diagnostic.severity === 'error')
  const words = listed.map(({ message }) => message).join(' ')
  const invalid = useMemo<Invalid>(
    () => ({
      attributes: words === '' ? {} : { ...(isWrong && { 'aria-invalid': true }), 'aria-describedby': id },
      words,
    }),
    [isWrong, words, id],
  )
  return (
    <InvalidContext.Provider value={invalid}>
      {children}
      {listed.length > 0 && (
        <ul id={id} className={css.list}>
          {listed.map(({ diagnostic, message, hint }) => (
            <li
              key={`${diagnostic.line}:${diagnostic.column}:${diagnostic.rule}:${diagnostic.message}`}
              data-severity={diagnostic.severity}
            >
              {message} {hint !== undefined && !diagnostic.fix && <span className={css.hint}>{hint}</span>}
              <QuickFixButton problem={diagnostic} />
            </li>
          ))}
        </ul>
      )}
    </InvalidContext.Provider>
  )
}
