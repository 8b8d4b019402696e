import { CandlestickSeries, createChart, HistogramSeries, type UTCTimestamp } from 'lightweight-charts'
import type { Bar, Chart } from '../browser/chart.tsx'

const candle = ({ time, open, high, low, close }: Bar) => ({ time: time as UTCTimestamp, open, high, low, close })
const volume = ({ time, volume: value }: Bar) => ({ time: time as UTCTimestamp, value })

export function create(host: HTMLElement, bars: readonly Bar[]): Chart {
  const chart = createChart(host, { width: host.clientWidth, height: host.clientHeight })
  const candles = chart.addSeries(CandlestickSeries)
  const volumes = chart.addSeries(HistogramSeries, { priceScaleId: '' })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } })
  const all = (rows: readonly Bar[]) => {
    candles.setData(rows.map(candle))
    volumes.setData(rows.map(volume))
    chart.timeScale().fitContent()
  }
  all(bars)
  return {
    show: all,
    tick(bar) {
      candles.update(candle(bar))
      volumes.update(volume(bar))
    },
  }
}
