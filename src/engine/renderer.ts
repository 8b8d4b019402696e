/** Screens as React elements. Widgets and actions come from the host's registry. */
export { NodesView, ScreenView } from './renderer/ScreenView.tsx'
export { createScreenInstance, type ScreenInput, type ScreenInstance } from './renderer/screenInstance.ts'
export { HostContext, useHost, type Host, type Placeholders } from './renderer/host.ts'
export { usePress } from './renderer/press.ts'
export type { Widget } from './renderer/plan.ts'
