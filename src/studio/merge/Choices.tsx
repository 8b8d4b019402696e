import { useId, type ReactNode } from 'react'
import { detailsOf } from './edits.ts'
import type { Choice, Clash } from './merge.ts'
import { useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import css from '../changes/ChangesView.module.css'
import { ORDER, wordsOf, type Difference } from '../changes/differenceWords.ts'

interface Props {
  path: string
  base: string
  who: string
  /** When it was changed there. */
  when?: string | undefined
  clashes: readonly Clash[]
  choices: readonly Choice[]
  onChoose: (index: number, choice: Choice) => void
}

/** Conflicting changes of two authors: one choice for each. */
export function Choices({ path, base, who, when, clashes, choices, onChoose }: Props): ReactNode {
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const widgets = useWorkspaceState((state) => widgetsOf(state.published))
  const group = useId()
  return (
    <ol className={css.choices}>
      {clashes.map((clash, index) => {
        const own = clash.mine.flatMap(detailsOf).flatMap((edit) => wordsOf(path, edit, base, english, widgets))
        const other = clash.theirs.flatMap(detailsOf).flatMap((edit) => wordsOf(path, edit, base, english, widgets))
        const [first] = own
        const sides: readonly { choice: Choice; name: string; words: readonly Difference[] }[] = [
          { choice: 'mine', name: 'You', words: own },
          { choice: 'theirs', name: when === undefined ? who : `${who} (${when})`, words: other },
          ...(clash.canBoth ? [{ choice: 'both' as const, name: 'Both', words: [...other, ...own] }] : []),
        ]
        return (
          // The clashes of one pair of versions are always the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <fieldset>
              <legend>
                {first?.where} {first?.what}
              </legend>
              {sides.map(({ choice, name, words }) => (
                <label key={choice} className={css.check}>
                  <input
                    type="radio"
                    name={`${group} ${index}`}
                    checked={choices[index] === choice}
                    onChange={() => onChoose(index, choice)}
                  />
                  <span>
                    {name}: {words.map(changeWords).join('; ')}
                  </span>
                </label>
              ))}
            </fieldset>
          </li>
        )
      })}
    </ol>
  )
}

const changeWords = ({ what, before, after }: Difference): string =>
  what === ORDER
    ? (after ?? '')
    : after === null
      ? `removed ${before ?? ''}`
      : before === null
        ? `added ${after}`
        : after
