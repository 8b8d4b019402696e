import css from './tones.module.css'

const ORDER = ['gold', 'info', 'muted', 'warning', 'up', 'down'] as const
export type ChartTone = (typeof ORDER)[number]

/** Colour class of a chart part: the given tone, else the next of ORDER. */
export function chartTone(tone: ChartTone | undefined, index: number): string {
  return css[tone ?? ORDER[index % ORDER.length] ?? 'gold'] ?? ''
}
