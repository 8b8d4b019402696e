/** What settings of a device may be: expressions are typed by these, and what a device has stored is held to them. */
export const SETTINGS = {
  theme: ['dark', 'light', 'system'],
  /** green: rises green; red: rises red; blue: the pair that colour-blind readers tell apart. */
  upColor: ['green', 'red', 'blue'],
  /** How the reader can put the app on the home screen: by one press, by the browser's own menu, or not (any more). */
  install: ['prompt', 'byHand', 'none'],
  chartInterval: ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'],
  chartKind: ['candles', 'line'],
  chartIndicators: ['ma', 'ema', 'boll', 'macd', 'rsi'],
} as const

export type Setting<Name extends keyof typeof SETTINGS> = (typeof SETTINGS)[Name][number]

export const isSetting = <Name extends keyof typeof SETTINGS>(name: Name, value: unknown): value is Setting<Name> => (SETTINGS[name] as readonly unknown[]).includes(value)
