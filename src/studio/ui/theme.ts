const KEY = 'placard.studio.theme'
export type Theme = 'dark' | 'light'

export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

/** Applies the stored theme, else the system's. */
export function startTheme(): void {
  const stored = localStorage.getItem(KEY)
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = stored === 'light' || stored === 'dark' ? stored : system
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  localStorage.setItem(KEY, theme)
}
