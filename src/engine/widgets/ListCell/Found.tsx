import { Fragment } from 'react'
import { foundIn } from '../../language/texts/words.ts'
import css from './ListCell.module.css'

/** A text in which the words that were searched for are marked. */
export function Found({ text, typed }: { text: string; typed: string }) {
  const found = foundIn(text, typed)
  return (
    <>
      {found.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(found[index - 1]?.[1] ?? 0, from)}
          <mark className={css.found}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(found.at(-1)?.[1] ?? 0)}
    </>
  )
}
