import { useId, type CSSProperties } from 'react'
import type { BalanceProps } from '../../../generated/widgets/Balance.ts'
import { useFormat, useText } from '../../state/language.ts'
import Button from '../Button/Button.tsx'
import Money from '../Money/Money.tsx'
import Percent from '../Percent/Percent.tsx'
import { NumberText } from '../lib/NumberText.tsx'
import css from './Balance.module.css'

export default function Balance(props: BalanceProps) {
  const { label, value, currency, hidden, change, changePercent, changeLabel, badge, onToggle, children, actions } =
    props
  const t = useText()
  const name = useId()
  const format = useFormat()
  const amount = value === null ? null : format.money(value, undefined, { roundingCurrency: currency, round: 'down' })
  const hasChange = change !== undefined || changePercent !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset groups controls
    <div role="group" aria-labelledby={name} className={css.balance}>
      <div className={css.head}>
        <span id={name} className={css.label}>
          {label}
        </span>
        {badge ? <bdi className={css.badge}>{badge}</bdi> : null}
        {onToggle ? (
          <Button
            label={t(hidden ? 'ui.showAmounts' : 'ui.hideAmounts')}
            icon={hidden ? 'eye-off' : 'eye'}
            iconOnly
            size="sm"
            variant="link"
            onPress={() => onToggle({ hidden: !hidden })}
          />
        ) : null}
      </div>
      <div className={css.fit}>
        <div className={css.amount} style={{ '--characters': amount?.length ?? 0 } as CSSProperties}>
          <NumberText text={amount} unit={currency} hidden={hidden} />
        </div>
      </div>
      {hasChange ? (
        <div className={css.change}>
          {changeLabel ? <span className={css.label}>{changeLabel}</span> : null}
          {change === undefined ? null : (
            <Money value={change} currency={currency} hidden={hidden} signed tone="auto" variant="label" />
          )}
          {changePercent === undefined || hidden ? null : (
            <Percent value={changePercent} look="badge" variant="caption" />
          )}
        </div>
      ) : null}
      {children ? <div className={css.below}>{children}</div> : null}
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  )
}
