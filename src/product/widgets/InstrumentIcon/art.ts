import { ring } from './shapes.ts'

/** Artwork on a 24 × 24 field. A stroke has a width, a fill has none. */
export type VectorPath = readonly [colour: string, path: string, width?: number]

/** Light, middle and deep tone of a metal. */
export const metals: Record<string, readonly [light: string, middle: string, deep: string]> = {
  XAU: ['#ffe7a3', '#e9b64b', '#a97716'],
  XAG: ['#f4f6f8', '#bcc4cd', '#76818d'],
  XPT: ['#e6eff2', '#a3b6bd', '#5f757d'],
  XPD: ['#efe9ef', '#b3a7b6', '#6f6274'],
  XCU: ['#ffd3b0', '#c9794a', '#834520'],
}

/** Drawn, as many fonts have no ₿. */
const BITCOIN =
  'M9.6 6.9h3.9a2.5 2.5 0 0 1 0 5H9.6zM9.6 11.9h4.5a2.6 2.6 0 0 1 0 5.2H9.6zM7.8 6.9h2M7.8 17.1h2M11 5v1.9M13.3 5v1.9M11 17.1V19M13.3 17.1V19'

/** Colour and mark of well-known coins; any other coin has its first letter on a colour by its name. */
export const coins: Record<string, { colour: string; mark?: readonly VectorPath[]; letter?: string }> = {
  BTC: { colour: '#f7931a', mark: [['#fff', BITCOIN, 1.7]] },
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
  BCH: { colour: '#0a8f5b', mark: [['#fff', BITCOIN, 1.7]] },
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
  USDT: { colour: '#1d8f70', mark: [['#fff', 'M7 7.2h10M12 7.2V18M9 12.4l6-1.7M9 15l6-1.7', 1.8]] },
  USDC: { colour: '#2775ca', letter: '$' },
}
