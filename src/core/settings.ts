/** Values of the preferences and of `device.install`: expressions are typed by these, and stored ones are checked against them. */
export const SETTINGS = {
  theme: ['dark', 'light', 'system'],
  /** green: rises are green; red: rises are red; blue: a pair for colour-blind users. */
  upColor: ['green', 'red', 'blue'],
  /** How the user can add the app to the home screen: by one press, by the browser's own menu, or not (any more). */
  install: ['prompt', 'byHand', 'none'],
  chartInterval: ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'],
  chartKind: ['candles', 'line'],
  chartIndicators: ['ma', 'ema', 'boll', 'macd', 'rsi'],
} as const

export type Setting<Name extends keyof typeof SETTINGS> = (typeof SETTINGS)[Name][number]

/** Returns whether the value is one of those that SETTINGS lists under the name. */
export const isSetting = <Name extends keyof typeof SETTINGS>(name: Name, value: unknown): value is Setting<Name> =>
  (SETTINGS[name] as readonly unknown[]).includes(value)
