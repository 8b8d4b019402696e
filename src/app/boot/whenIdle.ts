/** Delay in ms where the browser has no idle callbacks. */
const WITHOUT_CALLBACKS_MS = 50

const later = (run: () => void): unknown => setTimeout(run, WITHOUT_CALLBACKS_MS)
const { requestIdleCallback: schedule = later } = globalThis as Partial<Pick<Window, 'requestIdleCallback'>>

/** Resolves in the next idle period of the main thread. */
export const whenIdle = (): Promise<void> => new Promise((resolve) => void schedule(() => resolve()))
