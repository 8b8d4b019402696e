import { useEffect, useState } from 'react'
import { asSeconds } from '../../language/values/time.ts'
import type { NoticeBarProps } from '../../../generated/widgets/NoticeBar.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { prefersReducedMotion } from '../lib/motion.ts'
import css from './NoticeBar.module.css'

export default function NoticeBar({
  texts,
  every = asSeconds(5),
  icon = 'megaphone',
  tone = 'neutral',
  onPress,
}: NoticeBarProps) {
  const [shownCount, setShownCount] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const total = texts.length
  const index = total === 0 ? 0 : shownCount % total

  useEffect(() => {
    if (total < 2 || every === 0 || isPaused || prefersReducedMotion()) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) setShownCount((n) => n + 1)
    }, every * 1000)
    return () => clearInterval(timer)
  }, [total, every, isPaused])

  if (total === 0) return null
  const pauseHandlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  }
  const className = cx(css.bar, css[tone])
  const line = (
    <>
      <Icon name={icon} size="sm" tone={tone === 'warning' ? 'warning' : 'gold'} />
      <span className={css.window}>
        <span key={shownCount} className={css.text} dir="auto">
          {texts[index]}
        </span>
      </span>
      {onPress ? <Icon name="chevron-right" size="xs" tone="faint" /> : null}
    </>
  )
  if (!onPress)
    return (
      <div className={className} {...pauseHandlers}>
        {line}
      </div>
    )
  return (
    <button type="button" className={className} {...pauseHandlers} onClick={() => void onPress({ index })}>
      {line}
    </button>
  )
}
