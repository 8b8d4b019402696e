import { useText } from '../../state/language.ts'
import { cx } from './styles/cx.ts'
import css from './styles/typography.module.css'

interface NumberTextProps {
  /** Already formatted; null draws a dash. */
  text: string | null
  unit?: string | undefined
  hidden?: boolean | undefined
  className?: string | undefined
}

/** Length from which a line may break between a number and its unit: nine digits with their separators. */
const LONG = 12

/** Digits of one width, in their own direction, never broken inside number or unit; a dash or dots have a text for screen readers. */
export function NumberText({ text, unit, hidden, className }: NumberTextProps) {
  if (text === null) return <LabelledSign className={className} sign="—" labelKey="ui.noValue" />
  if (hidden) return <LabelledSign className={cx(className, css.dots)} sign="••••••" labelKey="ui.hiddenAmount" />
  if (!unit) return <bdi className={cx(css.number, css.whole, className)}>{text}</bdi>
  return (
    <bdi className={cx(css.number, text.length < LONG && css.together, className)}>
      <span className={css.whole}>{text}</span>
      {text.length >= LONG && <wbr />}
      <span className={css.unit}>{`\u00a0${unit}`}</span>
    </bdi>
  )
}

function LabelledSign({
  sign,
  labelKey,
  className,
}: {
  sign: string
  labelKey: 'ui.noValue' | 'ui.hiddenAmount'
  className: string | undefined
}) {
  const t = useText()
  return (
    <bdi className={cx(css.number, className)}>
      <span aria-hidden="true">{sign}</span>
      <span className={css.spoken}>{t(labelKey)}</span>
    </bdi>
  )
}
