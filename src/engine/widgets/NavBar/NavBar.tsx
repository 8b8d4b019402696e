import type { NavBarProps } from '../../../generated/widgets/NavBar.ts'
import { useText } from '../../state/language.ts'
import Button from '../Button/Button.tsx'
import { cx } from '../lib/styles/cx.ts'
import css from './NavBar.module.css'

export default function NavBar({
  title,
  subtitle,
  variant = 'plain',
  transparent,
  onBack,
  start,
  middle,
  end,
  children,
}: NavBarProps) {
  const t = useText()
  const back = onBack ? (
    <Button label={t('ui.back')} icon="chevron-left" iconOnly variant="link" onPress={onBack} />
  ) : null
  return (
    <header className={cx(css.bar, css[variant], transparent && css.transparent)}>
      <div className={cx(css.line, middle !== undefined && css.middle)}>
        <div className={css.start}>{start ?? back}</div>
        <div className={css.titles}>
          <h1 className={cx(css.title, middle !== undefined && css.spoken)}>
            <bdi>{title}</bdi>
          </h1>
          {middle}
          {subtitle ? <p className={css.subtitle}>{subtitle}</p> : null}
        </div>
        <div className={css.end}>{end}</div>
      </div>
      {children ? <div className={css.below}>{children}</div> : null}
    </header>
  )
}
