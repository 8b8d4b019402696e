import { memo, useId, useState } from 'react'
import badge from '../../../../src/engine/widgets/Badge/Badge.module.css'
import button from '../../../../src/engine/widgets/Button/Button.module.css'
import card from '../../../../src/engine/widgets/Card/Card.module.css'
import iconCss from '../../../../src/engine/widgets/Icon/Icon.module.css'
import layout from '../../../../src/engine/widgets/lib/styles/layout.module.css'
import type_ from '../../../../src/engine/widgets/lib/styles/typography.module.css'
import stretched from '../../../../src/engine/widgets/lib/StretchedButton.module.css'
import cell from '../../../../src/engine/widgets/ListCell/ListCell.module.css'
import rowCss from '../../../../src/engine/widgets/Row/Row.module.css'
import stack from '../../../../src/engine/widgets/Stack/Stack.module.css'
import textCss from '../../../../src/engine/widgets/Text/Text.module.css'
import { amountsOf, SECTIONS } from '../../interaction/facts.ts'
import { classes, Frame } from './lookFrame.tsx'
import { page } from './page.tsx'

const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const Line = ({ children }: { children: string }) => (
  <p className={classes(textCss.text, type_.body)} dir="auto">
    {children}
  </p>
)
const Amount = ({ value, unit }: { value: string; unit?: string }) =>
  unit === undefined ? (
    <bdi className={classes(type_.number, type_.whole, type_.body)}>{number.format(Number(value))}</bdi>
  ) : (
    <bdi className={classes(type_.number, type_.body)}>
      <span className={type_.whole}>{number.format(Number(value))}</span>
      <span className={type_.unit}>{`\u00a0${unit}`}</span>
    </bdi>
  )
const Named = ({ label, value }: { label: string; value: string }) => (
  <div className={classes(stack.stack, layout['gap-xs'], layout['align-stretch'])}>
    <Line>{label}</Line>
    <Amount value={value} />
  </div>
)
interface PressProps {
  label: string
  about: string
  kind: string | undefined
  onPress: () => void
}
const Press = ({ label, about, kind, onPress }: PressProps) => (
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the words within it are its name
  <button type="button" className={classes(button.button, kind, button.md)} onClick={onPress}>
    <span className={button.face}>
      <span className={button.inside}>
        <span className={button.words}>
          {label} <span className={type_.spoken}>{about}</span>
        </span>
      </span>
    </span>
  </button>
)

const Section = memo(function Section({ i, open, choose }: { i: number; open: boolean; choose: (i: number) => void }) {
  const id = useId()
  const { balance, free, used } = amountsOf(i)
  const press = () => choose(i)
  return (
    <div className={classes(card.card, card.default)}>
      <div className={classes(card.content, layout['gap-md'], layout['pad-md'])}>
        <div className={classes(rowCss.row, layout['gap-sm'], layout['align-center'], layout['justify-between'])}>
          <p className={classes(textCss.text, type_.heading)} dir="auto">{`Account ${i}`}</p>
          {i > 0 && (
            <span className={classes(badge.badge, badge.up, badge.soft)}>
              <bdi className={badge.text}>Live</bdi>
            </span>
          )}
        </div>
        <p className={classes(textCss.text, type_.body, type_.toneMuted)} dir="auto">{`Balance of Account ${i}`}</p>
        <Amount value={balance} unit="USDT" />
        <div className={classes(rowCss.row, layout['gap-sm'], layout['align-center'])}>
          <Named label="Available" value={free} />
          <Named label="Used" value={used} />
        </div>
        <div className={classes(cell.cell, stretched.surface)}>
          <button type="button" className={stretched.button} aria-labelledby={id} onClick={press} />
          <div id={id} className={classes(cell.content, stretched.content)}>
            <div className={cell.main}>
              <div className={cell.title}>
                <bdi>Orders</bdi>
              </div>
            </div>
            <div className={cell.end}>
              <div className={type_.toneMuted}>
                <bdi>{i}</bdi>
              </div>
            </div>
            <svg
              xmlns="http://www.w3.org/2000/svg"
              width={18}
              height={18}
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth={1.75}
              strokeLinecap="round"
              strokeLinejoin="round"
              className={`lucide lucide-chevron-right ${classes(iconCss.icon, iconCss.mirrored, type_.toneFaint)}`}
              aria-hidden
            >
              <path d="m9 18 6-6-6-6" />
            </svg>
          </div>
        </div>
        <div className={cell.cell}>
          <div className={cell.content}>
            <div className={cell.main}>
              <div className={cell.title}>
                <bdi>History</bdi>
              </div>
            </div>
          </div>
        </div>
        {open && <Line>Open</Line>}
        <Line>Low</Line>
        <div className={classes(rowCss.row, layout['gap-sm'], layout['align-center'])}>
          <Press label="Deposit" about={`Account ${i}`} kind={button.primary} onPress={press} />
          <Press label="Withdraw" about={`Account ${i}`} kind={button.secondary} onPress={press} />
        </div>
      </div>
    </div>
  )
})

function LookTree() {
  const [open, setOpen] = useState(3)
  return (
    <Frame gap="md">
      {Array.from({ length: SECTIONS }, (_, i) => (
        <Section key={i} i={i} open={open === i} choose={setOpen} />
      ))}
    </Frame>
  )
}

page(() => <LookTree />)
