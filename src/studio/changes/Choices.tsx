import { useId, type ReactNode } from 'react'
import type { Clash } from '../merge/merge.ts'
import { useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import css from './ChangesView.module.css'
import { wordsOf, type Difference } from './differenceWords.ts'

export type Choice = 'mine' | 'theirs'

interface Props {
  path: string
  base: string
  mine: string
  theirs: string
  who: string
  clashes: readonly Clash[]
  choices: readonly Choice[]
  onChoose: (index: number, choice: Choice) => void
}

/** What two authors have changed at the same place: one choice for each. */
export function Choices({ path, base, mine, theirs, who, clashes, choices, onChoose }: Props): ReactNode {
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const group = useId()
  return (
    <ol className={css.choices}>
      {clashes.map((clash, index) => {
        const own = clash.mine.flatMap((edit) => wordsOf(path, edit, { before: base, after: mine }, english))
        const other = clash.theirs.flatMap((edit) => wordsOf(path, edit, { before: base, after: theirs }, english))
        const [first] = own
        return (
          // The clashes of one pair of versions are always the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <fieldset>
              <legend>
                {first?.where} {first?.what}
              </legend>
              {(['mine', 'theirs'] as const).map((choice) => (
                <label key={choice} className={css.check}>
                  <input
                    type="radio"
                    name={`${group} ${index}`}
                    checked={choices[index] === choice}
                    onChange={() => onChoose(index, choice)}
                  />
                  <span>
                    {choice === 'mine' ? 'You' : who}: {(choice === 'mine' ? own : other).map(changeWords).join('; ')}
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

const changeWords = ({ before, after }: Difference): string =>
  after === null ? `removed ${before ?? ''}` : before === null ? `added ${after}` : after
