import css from './tones.module.css'

const ORDER = ['gold', 'info', 'muted', 'warning', 'up', 'down'] as const
export type ChartTone = (typeof ORDER)[number]

/** Class that colours a part of a chart: as told, else one colour after the other. */
export function chartTone(tone: ChartTone | undefined, index: number): string {
  return css[tone ?? ORDER[index % ORDER.length] ?? 'gold'] ?? ''
}
