import { memo, useId, useLayoutEffect, useRef } from 'react'
import button from '../../../../src/engine/widgets/Button/Button.module.css'
import iconCss from '../../../../src/engine/widgets/Icon/Icon.module.css'
import layout from '../../../../src/engine/widgets/lib/styles/layout.module.css'
import type_ from '../../../../src/engine/widgets/lib/styles/typography.module.css'
import stretched from '../../../../src/engine/widgets/lib/StretchedButton.module.css'
import cell from '../../../../src/engine/widgets/ListCell/ListCell.module.css'
import percent from '../../../../src/engine/widgets/Percent/Percent.module.css'
import priceCss from '../../../../src/engine/widgets/Price/Price.module.css'
import rowCss from '../../../../src/engine/widgets/Row/Row.module.css'
import stack from '../../../../src/engine/widgets/Stack/Stack.module.css'
import coin from '../../../../src/product/widgets/InstrumentIcon/InstrumentIcon.module.css'
import type { Instrument } from '../../interaction/facts.ts'
import { useHandMarket, useHandQuote } from './handMarket.ts'
import { classes, Frame } from './lookFrame.tsx'
import { rowTexts } from './market.ts'
import { MESSAGES } from './messages.ts'
import { page } from './page.tsx'

/** A price that flashes when it changes, as the app's does. */
function LookPrice({ value, text }: { value: string; text: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  const running = useRef<Animation | null>(null)
  useLayoutEffect(() => {
    const direction = Number(value) - Number(before.current)
    before.current = value
    if (direction === 0 || !box.current) return
    box.current.dataset.direction = direction > 0 ? 'up' : 'down'
    running.current?.cancel()
    running.current = box.current.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: 700,
      easing: 'ease-out',
      pseudoElement: '::after',
    })
  }, [value])
  return (
    <span ref={box} className={priceCss.price}>
      <bdi className={classes(type_.number, type_.whole, type_.label, type_.semibold)}>{text}</bdi>
    </span>
  )
}

const LookRow = memo(function LookRow({ row }: { row: Instrument }) {
  const quote = useHandQuote(row)
  const id = useId()
  const texts = rowTexts(row, quote)
  return (
    <div
      className={classes(rowCss.row, rowCss.known, layout['gap-none'], layout['align-center'])}
      style={{ containIntrinsicBlockSize: 'auto 52px' }}
    >
      <button
        type="button"
        className={classes(button.button, button.ghost, button.sm, button.square)}
        aria-pressed={false}
        aria-label={MESSAGES.watch.replace('{{name}}', row.name)}
        onClick={() => undefined}
      >
        <span className={button.face}>
          <span className={button.inside}>
            <svg
              xmlns="http://www.w3.org/2000/svg"
              width={14}
              height={14}
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth={1.75}
              strokeLinecap="round"
              strokeLinejoin="round"
              className={`lucide lucide-star ${iconCss.icon}`}
              aria-hidden
            >
              <path d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z" />
            </svg>
          </span>
        </span>
      </button>
      <div className={classes(stack.stack, layout['gap-md'], layout['align-stretch'], layout.grow)}>
        <div className={classes(cell.cell, stretched.surface)}>
          <button type="button" className={stretched.button} aria-labelledby={id} onClick={() => undefined} />
          <div id={id} className={classes(cell.content, cell.oneLine, stretched.content)}>
            <span className={classes(coin.icon, coin.sm)} aria-hidden>
              <svg viewBox="0 0 24 24" className={coin.round}>
                <path d="M0 0h24v24H0z" fill="hsl(200 48% 40%)" />
                <text x="12" y="12.5" fill="#fff" className={coin.letter}>
                  {row.base.slice(0, 1)}
                </text>
              </svg>
            </span>
            <div className={cell.main}>
              <div className={cell.title}>
                <bdi>{texts.title}</bdi>
              </div>
              <div className={cell.subtitle}>
                <bdi>{texts.subtitle}</bdi>
              </div>
            </div>
            <div className={cell.columns}>
              <div className={classes(stack.stack, stack.column, stack.end, layout['gap-none'], layout['align-end'])}>
                <LookPrice value={quote.last} text={texts.price} />
              </div>
              <bdi
                className={classes(
                  type_.number,
                  type_.whole,
                  type_.label,
                  percent.block,
                  Number(quote.changePercent) > 0
                    ? percent.up
                    : Number(quote.changePercent) < 0
                      ? percent.down
                      : percent.default,
                )}
              >
                {texts.change}
              </bdi>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
})

function LookList() {
  const market = useHandMarket()
  return (
    market && (
      <Frame>
        <div className={classes(stack.stack, layout['gap-none'], layout['align-stretch'])}>
          {market.map((row) => (
            <LookRow key={row.symbol} row={row} />
          ))}
        </div>
      </Frame>
    )
  )
}

page(() => <LookList />)
