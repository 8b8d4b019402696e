/** Artwork on a 24 × 24 field. A stroke has a width, a fill has none. */
export type VectorPath = readonly [colour: string, path: string, width?: number]

const ALL = 'M0 0h24v24H0z'
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`
const star = (x: number, y: number, r: number) => {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [angle, length] = [(Math.PI * i) / 5, i % 2 ? r * 0.42 : r]
    return `${(x + length * Math.sin(angle)).toFixed(1)} ${(y - length * Math.cos(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}z`
}
const ring = (count: number, r: number, dot: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return disc(12 + r * Math.sin(angle), 12 - r * Math.cos(angle), dot)
  }).join('')
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
export const flags: Record<string, readonly VectorPath[]> = {
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

/** Light, middle and deep tone of a metal. */
export const metals: Record<string, readonly [light: string, middle: string, deep: string]> = {
  XAU: ['#ffe7a3', '#e9b64b', '#a97716'],
  XAG: ['#f4f6f8', '#bcc4cd', '#76818d'],
  XPT: ['#e6eff2', '#a3b6bd', '#5f757d'],
  XPD: ['#efe9ef', '#b3a7b6', '#6f6274'],
  XCU: ['#ffd3b0', '#c9794a', '#834520'],
}

/** Colour and mark of well-known coins; any other coin has its first letter on a colour by its name. */
export const coins: Record<string, { colour: string; mark?: readonly VectorPath[]; letter?: string }> = {
  BTC: { colour: '#f7931a', letter: '₿' },
  ETH: {
    colour: '#5a6fd8',
    mark: [
      ['#fff', 'M12 4l5.2 8.3L12 15.3l-5.2-3z'],
      ['#ffffffb3', 'M6.8 13.6 12 20l5.2-6.4-5.2 3z'],
    ],
  },
  BNB: {
    colour: '#c99400',
    mark: [
      [
        '#fff',
        'M12 9.8l2.2 2.2-2.2 2.2L9.8 12zM12 4.6l4.3 4.3-1.7 1.7L12 8 9.4 10.6 7.7 8.9zM12 19.4l-4.3-4.3 1.7-1.7L12 16l2.6-2.6 1.7 1.7zM5.7 10.3 7.4 12l-1.7 1.7L4 12zM18.3 10.3 20 12l-1.7 1.7L16.6 12z',
      ],
    ],
  },
  SOL: {
    colour: '#7a4fe0',
    mark: [['#fff', 'M8.2 6.5H18l-2.2 2.6H6zM6 10.7h9.8L18 13.3H8.2zM8.2 14.9H18l-2.2 2.6H6z']],
  },
  BCH: { colour: '#0a8f5b', letter: 'Ƀ' },
  XLM: {
    colour: '#2b2f36',
    mark: [
      ['#fff', 'M6.9 14.2a5.6 5.6 0 0 1 8.3-6.8M17.1 9.8a5.6 5.6 0 0 1-8.3 6.8', 1.7],
      ['#fff', 'M5 14.6 19 7.4M5 17.6 19 10.4', 1.5],
    ],
  },
  XRP: {
    colour: '#3f4a5a',
    mark: [['#fff', 'M6 6l3.7 3.7a3.3 3.3 0 0 0 4.6 0L18 6M6 18l3.7-3.7a3.3 3.3 0 0 1 4.6 0L18 18', 2]],
  },
  ADA: { colour: '#1f5fcf', mark: [['#fff', ring(6, 3.3, 1.5) + ring(6, 7, 1)]] },
  DOGE: { colour: '#a98a2c', letter: 'Ð' },
  TRX: {
    colour: '#d6202c',
    mark: [['#fff', 'M5.5 6.5l11 2 2.5 2.5L11 19zM5.5 6.5 11 19M5.5 6.5l7 5.5L19 11M12.5 12 11 19M12.5 12l4-3.5', 1.3]],
  },
  LTC: { colour: '#3f66ad', letter: 'Ł' },
  DOT: { colour: '#d1096b', mark: [['#fff', ring(6, 6.2, 1.7)]] },
  LINK: { colour: '#2a5ada', mark: [['#fff', 'M12 5.5l5.6 3.250v6.5L12 18.5l-5.6-3.250v-6.5z', 2.6]] },
  AVAX: { colour: '#d8343a', mark: [['#fff', 'M12 5.5l2.3 4L9.1 18.5H5zM15.6 13l3.2 5.5h-6.3z']] },
  USDT: { colour: '#1d8f70', letter: '₮' },
  USDC: { colour: '#2775ca', letter: '$' },
}
