/** Values of the engine's own settings: expressions are typed by these, and stored ones are checked against them. */
export const SETTINGS = {
  theme: ['dark', 'light', 'system'],
  /** How the user can add the app to the home screen: by one press, by the browser's own menu, or not (any more). */
  install: ['prompt', 'byHand', 'none'],
} as const

export type Setting<Name extends keyof typeof SETTINGS> = (typeof SETTINGS)[Name][number]

/** Returns whether the value is one of those that SETTINGS lists under the name. */
export const isSetting = <Name extends keyof typeof SETTINGS>(name: Name, value: unknown): value is Setting<Name> =>
  (SETTINGS[name] as readonly unknown[]).includes(value)
