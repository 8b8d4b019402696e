import type { App } from './app.ts'

/** A journey through the app, described once for all engines. One file in kit/engines/flows/ each. */
export interface Flow {
  /** One line: what works. */
  about: string
  /** Also in the short form of the proof. */
  isShort?: boolean
  /** In a window of the size of a desktop. */
  isDesktop?: boolean
  /** Uses touch where the engine has it. */
  run(app: App): Promise<void>
}
