import { useText } from '../state/language.ts'
import { cx } from './cx.ts'
import css from './type.module.css'

interface FigureProps {
  /** Already formatted; null draws a dash. */
  text: string | null
  unit?: string | undefined
  hidden?: boolean | undefined
  className?: string | undefined
}

/** Digits of one width, in their own direction; a dash or dots have a text for screen readers. */
export function Figure({ text, unit, hidden, className }: FigureProps) {
  if (text === null) return <Stand className={className} sign="—" word="ui.noValue" />
  if (hidden) return <Stand className={cx(className, css.dots)} sign="••••••" word="ui.hiddenAmount" />
  return (
    <bdi className={cx(css.figure, className)}>
      {text}
      {unit ? <span className={css.unit}>{`\u00a0${unit}`}</span> : null}
    </bdi>
  )
}

function Stand({ sign, word, className }: { sign: string; word: 'ui.noValue' | 'ui.hiddenAmount'; className: string | undefined }) {
  const t = useText()
  return (
    <bdi className={cx(css.figure, className)}>
      <span aria-hidden="true">{sign}</span>
      <span className={css.spoken}>{t(word)}</span>
    </bdi>
  )
}
