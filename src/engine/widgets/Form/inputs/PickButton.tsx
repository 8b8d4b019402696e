import { useState } from 'react'
import { useText } from '../../../state/language.ts'
import { cx } from '../../lib/styles/cx.ts'
import { Drawing } from '../../lib/Drawing.tsx'
import { Flag } from '../../lib/Flag.tsx'
import Icon from '../../Icon/Icon.tsx'
import { InputFrame } from './InputFrame.tsx'
import type { PickerItem } from '../scope.ts'
import fields from '../Form.module.css'
import css from './PickButton.module.css'
import { Picker } from './Picker.tsx'

interface PickButtonProps {
  id: string
  label: string
  items: readonly PickerItem[]
  value: string
  disabled: boolean
  describedBy: string | undefined
  icon?: string
  /** Drawing before the labels of items without flags. */
  marks?: 'none' | 'drawing'
  onPick: (id: string) => void
}

/** A field that opens a list. */
export function PickButton({
  id,
  label,
  items,
  value,
  disabled,
  describedBy,
  icon,
  marks = 'none',
  onPick,
}: PickButtonProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const chosen = items.find((item) => item.id === value)
  return (
    <>
      <InputFrame
        icon={chosen?.flag ? undefined : icon}
        before={
          chosen && (chosen.flag ?? marks) !== 'none' ? (
            <span className={css.flag}>
              {chosen.flag ? <Flag country={chosen.flag} /> : <Drawing id={chosen.id} />}
            </span>
          ) : undefined
        }
        after={
          <span className={css.chevron}>
            <Icon name="chevron-down" size="sm" />
          </span>
        }
      >
        <button
          type="button"
          disabled={disabled}
          id={id}
          className={cx(fields.input, css.pick, !chosen && css.unset)}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={describedBy}
          onClick={() => setOpen(true)}
        >
          <span id={`${id}-value`}>{chosen?.label ?? t('form.choose')}</span>
        </button>
      </InputFrame>
      {open && (
        <Picker
          title={label}
          items={items}
          value={value}
          marks={marks}
          onClose={() => setOpen(false)}
          onPick={(id) => {
            onPick(id)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
