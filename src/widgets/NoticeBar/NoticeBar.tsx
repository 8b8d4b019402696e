import { useEffect, useState } from 'react'
import { asSeconds } from '../../core/time.ts'
import type { NoticeBarProps } from '../../generated/widgets/NoticeBar.ts'
import { cx } from '../cx.ts'
import Icon from '../Icon/Icon.tsx'
import { reducedMotion } from '../motion.ts'
import css from './NoticeBar.module.css'

export default function NoticeBar({ texts, every = asSeconds(5), icon = 'megaphone', tone = 'neutral', onPress }: NoticeBarProps) {
  const [turn, setTurn] = useState(0)
  const [held, setHeld] = useState(false)
  const total = texts.length
  const index = total === 0 ? 0 : turn % total

  useEffect(() => {
    if (total < 2 || every === 0 || held || reducedMotion()) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((n) => n + 1)
    }, every * 1000)
    return () => clearInterval(timer)
  }, [total, every, held])

  if (total === 0) return null
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  const className = cx(css.bar, css[tone])
  const line = (
    <>
      <Icon name={icon} size="sm" tone={tone === 'warning' ? 'warning' : 'gold'} />
      <span className={css.window}>
        <span key={turn} className={css.text} dir="auto">
          {texts[index]}
        </span>
      </span>
      {onPress ? <Icon name="chevron-right" size="xs" tone="faint" /> : null}
    </>
  )
  if (!onPress) return <div className={className} {...hold}>{line}</div>
  return (
    <button type="button" className={className} {...hold} onClick={() => void onPress({ index })}>
      {line}
    </button>
  )
}
