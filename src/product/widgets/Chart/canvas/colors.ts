const NAMES = [
  'up',
  'down',
  'up-soft',
  'down-soft',
  'up-fill',
  'down-fill',
  'on-up',
  'on-down',
  'text',
  'text-muted',
  'text-faint',
  'text-inverse',
  'line',
  'line-strong',
  'bg',
  'surface-raised',
  'gold',
  'gold-soft',
  'gold-fill',
  'on-gold',
  'info',
  'info-fill',
  'on-info',
  'warning',
  'warning-fill',
  'on-warning',
  'danger',
  'curve-violet',
  'curve-teal',
  'curve-pink',
  'font',
] as const

/** The tokens of the theme and of the user's pair of up and down, as canvas colours, and the background of the chart. */
export type Colors = Record<(typeof NAMES)[number] | 'ground', string>

function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor !== 'transparent' && !/,\s*0\)$/.test(backgroundColor)) return backgroundColor
  }
  return ''
}

/** Returns the colours in force at an element. They are read again when `watchColors` calls back. */
export function readColors(element: Element): Colors {
  const style = getComputedStyle(element)
  const tokens = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Colors
  return { ...tokens, ground: groundOf(element) || tokens.bg }
}

/** Calls back when the theme or the pair changes. Returns what ends it. */
export function watchColors(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-up-color'] })
  return () => observer.disconnect()
}
