/** Content of the measured pages: the same for the app, the floors and the peers. */

export interface Field {
  name: string
  label: string
  required: boolean
}

/** Text fields, every second one required. The value of the third differs from that of the second. */
export const FIELDS: readonly Field[] = Array.from({ length: 15 }, (_, i) => ({
  name: `field${i}`,
  label: `Field ${i}`,
  required: i % 2 === 0,
}))
export const [MIN_LENGTH, MAX_LENGTH] = [3, 40]
export const HINT = 'At least three letters'
/** Required fields: the errors of an empty form. */
export const ERRORS = FIELDS.filter(({ required }) => required).length

/** The rows of the list, and how many of them one update changes. */
export const [ROWS, CHANGED, UPDATES_PER_SECOND] = [500, 50, 20]

/** The groups of the tree: 20 nodes each, the first has 19. With the scroll area around them 2 000. */
export const SECTIONS = 100
export const amountsOf = (i: number) => ({ balance: `${i * 1_000}.55`, free: `${i * 10}.5`, used: `${i}.25` })

export interface Quote {
  symbol: string
  last: string
  bid: string
  ask: string
  open: string
  high: string
  low: string
  change: string
  changePercent: string
  volume: string
  time: number
  seq: number
}

export interface Instrument {
  symbol: string
  name: string
  base: string
  currency: string
  class: 'crypto'
  precision: number
  open: boolean
  quote: Quote
  spark: string[]
}

/** Instruments of a market list, as `currency/quotation_new` has them. */
export const instruments = (time: number): Instrument[] =>
  Array.from({ length: ROWS }, (_, i) => {
    const base = `Q${String(i).padStart(3, '0')}`
    const last = (10 + i / 8).toFixed(2)
    return {
      symbol: `${base}USDT`,
      name: `Coin ${i}`,
      base,
      currency: 'USDT',
      class: 'crypto',
      precision: 2,
      open: true,
      spark: [],
      quote: {
        symbol: `${base}USDT`,
        last,
        bid: last,
        ask: last,
        open: '10.00',
        high: last,
        low: '10.00',
        change: (i / 8).toFixed(2),
        changePercent: ((i / 80) * 100).toFixed(2),
        volume: String(1_000 + i),
        time,
        seq: 1,
      },
    }
  })

export type Row = 'form' | 'list' | 'tree'
/** A text of the last element of a page. */
export const LAST_TEXT: Readonly<Record<Row, string>> = {
  form: FIELDS.at(-1)?.label ?? '',
  list: `Coin ${ROWS - 1}`,
  tree: `Account ${SECTIONS - 1}`,
}
