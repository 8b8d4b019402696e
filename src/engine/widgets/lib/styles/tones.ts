import css from './tones.module.css'

const TONES = ['gold', 'info', 'muted', 'warning', 'up', 'down'] as const
export type ChartTone = (typeof TONES)[number]

/** Colour class of a chart part: the given tone, else the next of TONES. */
export function chartTone(tone: ChartTone | undefined, index: number): string {
  return css[tone ?? TONES[index % TONES.length] ?? 'gold'] ?? ''
}
