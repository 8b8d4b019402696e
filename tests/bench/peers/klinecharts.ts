import { init, type KLineData } from 'klinecharts'
import type { Bar, Chart } from '../browser/chart.tsx'

const row = ({ time, ...bar }: Bar): KLineData => ({ timestamp: time * 1000, ...bar })

export function create(host: HTMLElement, bars: readonly Bar[]): Chart {
  const chart = init(host)
  if (!chart) throw new Error('klinecharts drew nothing.')
  let shown = bars
  let onBar: (bar: KLineData) => void = () => {}
  const all = (name: string) => {
    chart.setSymbol({ ticker: name, pricePrecision: 2, volumePrecision: 3 })
    chart.setPeriod({ type: 'minute', span: 15 })
    chart.setBarSpace(host.clientWidth / bars.length)
  }
  chart.setDataLoader({
    getBars: ({ type, callback }) => callback(type === 'init' ? shown.map(row) : [], false),
    subscribeBar({ callback }) {
      onBar = callback
    },
  })
  chart.createIndicator('VOL')
  all('A')
  return {
    show(rows) {
      shown = rows
      all('B')
    },
    tick: (bar) => onBar(row(bar)),
  }
}
