import { useEffect, useEffectEvent } from 'react'
import { cx } from '../../cx.ts'
import type { EditorProps, FieldKind } from '../contract.ts'
import css from '../Form.module.css'

/** A few choices of the screen side by side, each with its second line. What can no longer be chosen gives way to the first that can. */
function Editor({ field, id, label, value, choices = [], describedBy, set }: EditorProps) {
  const free = choices.filter((item) => item.disabled !== true)
  const first = free[0]?.id
  const chosen = free.some((item) => item.id === value)
  const choose = useEffectEvent(() => set(first))
  useEffect(() => {
    if (!chosen && first !== undefined) choose()
  }, [chosen, first])

  return (
    <div role="radiogroup" aria-labelledby={`${id}-chips`} aria-describedby={describedBy} className={css.chipField}>
      <span className={css.label} id={`${id}-chips`}>
        {label}
      </span>
      <div className={css.chips}>
        {choices.map((item, index) => (
          <label key={item.id} className={cx(css.chip, item.id === value && css.chosen, item.disabled && css.chipOff)}>
            <input type="radio" className={css.radio} id={index === 0 ? id : undefined} name={`${id}-${field.def.name}`} value={item.id} checked={item.id === value} disabled={item.disabled} onChange={() => set(item.id)} />
            <span>{item.label}</span>
            {item.hint !== undefined && <span className={css.chipHint}>{item.hint}</span>}
          </label>
        ))}
      </div>
    </div>
  )
}

export default { Editor, ownLabel: true } satisfies FieldKind
