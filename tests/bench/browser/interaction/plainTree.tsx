import { memo, useState } from 'react'
import { amountsOf, SECTIONS } from '../../interaction/facts.ts'
import { page } from './page.tsx'
import './plain.css'

const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const Amount = ({ value, unit }: { value: string; unit?: string }) => (
  <span>
    {number.format(Number(value))}
    {unit && ` ${unit}`}
  </span>
)
const Named = ({ label, value }: { label: string; value: string }) => (
  <div>
    <p>{label}</p>
    <Amount value={value} />
  </div>
)

const Section = memo(function Section({ i, open, choose }: { i: number; open: boolean; choose: (i: number) => void }) {
  const { balance, free, used } = amountsOf(i)
  const press = () => choose(i)
  return (
    <div className="card">
      <div className="row">
        <p>{`Account ${i}`}</p>
        {i > 0 && <span>Live</span>}
      </div>
      <p>{`Balance of Account ${i}`}</p>
      <Amount value={balance} unit="USDT" />
      <div className="row">
        <Named label="Available" value={free} />
        <Named label="Used" value={used} />
      </div>
      <button type="button" className="row" onClick={press}>
        <span>Orders</span>
        <span>{i}</span>
      </button>
      <div className="row">History</div>
      {open && <p>Open</p>}
      <p>Low</p>
      <div className="row">
        <button type="button" onClick={press}>
          Deposit
        </button>
        <button type="button" onClick={press}>
          Withdraw
        </button>
      </div>
    </div>
  )
})

function PlainTree() {
  const [open, setOpen] = useState(3)
  return (
    <main>
      <div className="stack">
        {Array.from({ length: SECTIONS }, (_, i) => (
          <Section key={i} i={i} open={open === i} choose={setOpen} />
        ))}
      </div>
    </main>
  )
}

page(() => <PlainTree />)
