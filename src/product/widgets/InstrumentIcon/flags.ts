import type { VectorPath } from './art.ts'
import type { Currency } from './pair.ts'
import { disc, ring } from './shapes.ts'

const ALL = 'M0 0h24v24H0z'
const star = (x: number, y: number, r: number) => {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [angle, length] = [(Math.PI * i) / 5, i % 2 ? r * 0.42 : r]
    return `${(x + length * Math.sin(angle)).toFixed(1)} ${(y - length * Math.cos(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}z`
}
const union = (size: number): VectorPath[] => [
  ['#012169', `M0 0h${size}v${size}H0z`],
  ['#fff', `M0 0l${size} ${size}M${size} 0L0 ${size}`, size / 5],
  ['#c8102e', `M0 0l${size} ${size}M${size} 0L0 ${size}`, size / 14],
  ['#fff', `M${size / 2} 0v${size}M0 ${size / 2}h${size}`, size / 3],
  ['#c8102e', `M${size / 2} 0v${size}M0 ${size / 2}h${size}`, size / 5],
]
const nordic = (field: string, cross: string, inner?: string): VectorPath[] => [
  [field, ALL],
  [cross, 'M9 0v24M0 12h24', 5],
  ...(inner ? ([[inner, 'M9 0v24M0 12h24', 2.4]] as VectorPath[]) : []),
]
const crescent = (x: number, y: number, r: number, field: string): VectorPath[] => [
  ['#fff', disc(x, y, r)],
  [field, disc(x + r * 0.32, y, r * 0.8)],
]

const china: VectorPath[] = [
  ['#de2910', ALL],
  ['#fd0', star(8, 11, 4.6) + star(15, 6, 1.6) + star(17.5, 9.5, 1.6) + star(17.5, 14, 1.6) + star(15, 17.5, 1.6)],
]
/** Flags of currencies, simplified until they read at 20 pixels. */
export const flags: Readonly<Record<Currency, readonly VectorPath[]>> = {
  USD: [
    ['#fff', ALL],
    ['#c8102e', 'M0 1.7h24M0 6.9h24M0 12h24M0 17.1h24M0 22.3h24', 2.6],
    ['#22408c', 'M0 0h13v13H0z'],
    ['#fff', [3, 6.5, 10].flatMap((x) => [3, 6.5, 10].map((y) => disc(x, y, 0.8))).join('')],
  ],
  EUR: [
    ['#039', ALL],
    ['#fc0', ring(12, 7, 1.15)],
  ],
  GBP: union(24),
  JPY: [
    ['#f4f4f4', ALL],
    ['#bc002d', disc(12, 12, 6)],
  ],
  CHF: [
    ['#da291c', ALL],
    ['#fff', 'M12 5v14M5 12h14', 4.4],
  ],
  AUD: [
    ['#012169', ALL],
    ...union(12),
    ['#fff', star(6.5, 18, 3) + star(18, 5.5, 1.8) + star(18, 19, 1.8) + star(14.5, 12, 1.6) + star(21, 11, 1.6)],
  ],
  NZD: [
    ['#012169', ALL],
    ...union(12),
    ['#fff', star(18, 5.5, 2.6) + star(18, 19.5, 2.6) + star(14.2, 12.5, 2.3) + star(21.2, 11, 2.1)],
    ['#c8102e', star(18, 5.5, 1.7) + star(18, 19.5, 1.7) + star(14.2, 12.5, 1.4) + star(21.2, 11, 1.3)],
  ],
  CAD: [
    ['#fff', ALL],
    [
      '#d52b1e',
      'M0 0h6.5v24H0zM17.5 0H24v24h-6.5zM12 6l1.2 2 1.2-.6-.4 3 1.5-1.5.4 1 1.8-.4-.7 1.8.7.7-3 2.4.3 1.1-2.7-.4V18h-.6v-2.9l-2.7.4.3-1.1-3-2.4.7-.7-.7-1.8 1.8.4.4-1 1.5 1.5-.4-3 1.2.6z',
    ],
  ],
  CNY: china,
  CNH: china,
  HKD: [
    ['#de2910', ALL],
    ['#fff', ring(5, 4.1, 2.5)],
  ],
  SGD: [
    ['#fff', ALL],
    ['#ed2939', 'M0 0h24v12H0z'],
    ...crescent(7.5, 6.5, 3.6, '#ed2939'),
    ['#fff', star(13.5, 6.6, 2.4)],
  ],
  SEK: nordic('#006aa7', '#fecc02'),
  NOK: nordic('#ba0c2f', '#fff', '#00205b'),
  DKK: nordic('#c8102e', '#fff'),
  TRY: [['#e30a17', ALL], ...crescent(9.5, 12, 5, '#e30a17'), ['#fff', star(16.5, 12, 2.8)]],
  MXN: [
    ['#fff', ALL],
    ['#006847', 'M0 0h8v24H0z'],
    ['#ce1126', 'M16 0h8v24h-8z'],
    ['#8c6a3f', disc(12, 12, 2.4)],
  ],
  ZAR: [
    ['#fff', ALL],
    ['#e03c31', 'M0 0h24v8H0z'],
    ['#001489', 'M0 16h24v8H0z'],
    ['#007749', 'M0 3l11 9L0 21M10 12h14', 5],
    ['#000', 'M0 6.5 6.5 12 0 17.5z'],
  ],
  PLN: [
    ['#fff', ALL],
    ['#dc143c', 'M0 12h24v12H0z'],
  ],
}
