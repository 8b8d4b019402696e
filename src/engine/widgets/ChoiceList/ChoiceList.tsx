import { useId, useState, type KeyboardEvent } from 'react'
import type { ChoiceListProps } from '../../../generated/widgets/ChoiceList.ts'
import { withFirst } from '../../state/deviceLocale.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import { Drawing } from '../lib/Drawing.tsx'
import { Flag } from '../lib/Flag.tsx'
import Icon from '../Icon/Icon.tsx'
import SearchField from '../SearchField/SearchField.tsx'
import css from './ChoiceList.module.css'
import { countryNames } from './countryNames.ts'
import { lettersOf } from './letters.ts'
import { matchesWords } from '../../language/texts/typedText.ts'

/**
 * The steps of a choice may close or leave the list: the arrow keys move the focus only, the space and enter keys
 * choose. Within a form the list is a field, in which the browser's arrow keys choose.
 */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: group, target, key } = event
  if (group.closest('form') || !(target instanceof HTMLInputElement)) return
  const inputs = [...group.querySelectorAll<HTMLInputElement>('input:enabled')]
  const at = inputs.indexOf(target)
  const last = inputs.length - 1
  const moves: Record<string, number> = {
    ArrowDown: at < last ? at + 1 : 0,
    ArrowUp: at > 0 ? at - 1 : last,
    ArrowLeft: at,
    ArrowRight: at,
    Home: 0,
    End: last,
  }
  const to = moves[key]
  if (to === undefined && key !== 'Enter') return
  event.preventDefault()
  if (to === undefined) target.click()
  else inputs[to]?.focus()
}

export default function ChoiceList({
  label,
  items,
  value,
  marks = 'none',
  first,
  search = false,
  disabled = false,
  onChange,
}: ChoiceListProps) {
  const t = useText()
  const name = useId()
  const [query, setQuery] = useState('')
  const [pending, setPending] = useState<string | null>(null)
  const ordered = first === undefined ? items : withFirst(items, first)
  const isFound = ({ id, label, hint, flag }: (typeof items)[number]) =>
    matchesWords(query, label, hint, id, flag && countryNames(flag))
  const shown = query ? ordered.filter(isFound) : ordered

  const choose = async (id: string) => {
    setPending(id)
    try {
      await onChange?.({ value: id })
    } finally {
      setPending(null)
    }
  }

  return (
    <div className={cx(css.list, search && css.searchable)}>
      {search && (
        <SearchField
          label={t('ui.search')}
          placeholder={t('ui.search')}
          value={query}
          delay={0}
          onChange={(event) => setQuery(event.value)}
        />
      )}
      <div role="radiogroup" tabIndex={-1} aria-label={label} className={css.rows} onKeyDown={onKeyDown}>
        {shown.map((item) => (
          <label
            key={item.id}
            className={cx(
              css.row,
              item.id === value && css.chosen,
              item.id === pending && css.pending,
              (disabled || item.disabled) && css.disabled,
            )}
          >
            <input
              type="radio"
              className={css.input}
              name={name}
              value={item.id}
              checked={item.id === value}
              disabled={disabled || item.disabled}
              aria-label={item.label}
              aria-describedby={item.hint ? `${name}${item.id}` : undefined}
              onChange={() => void choose(item.id)}
            />
            {item.icon && <Icon name={item.icon} />}
            {item.flag && <Flag country={item.flag} />}
            {!item.icon && marks === 'letters' && (
              <span className={css.letters} aria-hidden>
                {lettersOf(item.label)}
              </span>
            )}
            {!item.icon && marks === 'drawing' && <Drawing id={item.id} />}
            <span className={css.words}>
              <span>{item.label}</span>
              {item.hint && (
                <span className={css.hint} id={`${name}${item.id}`}>
                  {item.hint}
                </span>
              )}
            </span>
            <span className={css.mark} aria-hidden>
              <Icon name="check" size="xs" />
            </span>
          </label>
        ))}
      </div>
      <output className={css.none}>{shown.length === 0 && t('ui.noMatch')}</output>
    </div>
  )
}
