import { useId } from 'react'
import type { ListCellProps } from '../../../generated/widgets/ListCell.ts'
import { StretchedButton } from '../lib/StretchedButton.tsx'
import stretched from '../lib/StretchedButton.module.css'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { toneClass } from '../lib/styles/typography.ts'
import { Found } from './Found.tsx'
import css from './ListCell.module.css'

export default function ListCell(props: ListCellProps) {
  const {
    title,
    mark,
    markTone = 'default',
    subtitle,
    head,
    icon,
    value,
    note,
    valueTone = 'muted',
    selected,
    oneLine,
    byLine,
    disabled,
    tone = 'default',
    searched,
    onPress,
    start,
    end,
    children,
  } = props
  const { chevron = onPress !== undefined && selected === undefined } = props
  const id = useId()
  const found = (text: string) => (searched ? <Found text={text} typed={searched} /> : text)
  const cell = (
    <div className={cx(css.cell, onPress && stretched.surface, disabled && css.disabled)}>
      {onPress ? <StretchedButton onPress={onPress} labelledBy={id} disabled={disabled} current={selected} /> : null}
      <div
        id={onPress ? id : undefined}
        className={cx(css.content, oneLine && css.oneLine, byLine && css.byLine, onPress && stretched.content)}
      >
        {start ?? (icon ? <Icon name={icon} tone={tone === 'default' ? 'muted' : tone} /> : null)}
        <div className={css.main}>
          <div className={cx(css.title, toneClass(tone))}>
            {mark ? (
              <span>
                <bdi className={toneClass(markTone)}>{mark}</bdi> <bdi>{title}</bdi>
              </span>
            ) : (
              <bdi>{found(title)}</bdi>
            )}
            {byLine && value ? <bdi className={cx(css.lineEnd, toneClass(valueTone))}>{value}</bdi> : null}
          </div>
          {subtitle ? (
            <div className={css.subtitle}>
              <bdi>{found(subtitle)}</bdi>
              {byLine && note ? <bdi className={css.lineEnd}>{note}</bdi> : null}
            </div>
          ) : null}
          {children}
        </div>
        {end && oneLine ? <div className={css.columns}>{end}</div> : end}
        {!end && !byLine && (value || note) ? <End value={value} note={note} className={toneClass(valueTone)} /> : null}
        {selected ? <Icon name="check" size="sm" tone="gold" /> : null}
        {chevron ? <Icon name="chevron-right" size="sm" tone="faint" /> : null}
      </div>
    </div>
  )
  return head ? (
    <>
      <h2 className={css.head}>
        <bdi>{head}</bdi>
      </h2>
      {cell}
    </>
  ) : (
    cell
  )
}

function End({
  value,
  note,
  className,
}: {
  value?: string | undefined
  note?: string | undefined
  className: string | undefined
}) {
  return (
    <div className={css.end}>
      {value ? (
        <div className={className}>
          <bdi>{value}</bdi>
        </div>
      ) : null}
      {note ? (
        <div className={css.subtitle}>
          <bdi>{note}</bdi>
        </div>
      ) : null}
    </div>
  )
}
