import type { Setting } from '../core/settings.ts'
import { cell, set, type Atom } from './store.ts'

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const installModeCell = cell<Setting<'install'>>('none')
export const installAtom: Atom<Setting<'install'>> = installModeCell
let deferredPrompt: InstallPrompt | null = null

/** Browsers offer it once, at a time they choose. */
export function startInstall(): void {
  if (isInstalled()) return
  set(installModeCell, isApple() ? 'byHand' : 'none')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    deferredPrompt = event as InstallPrompt
    set(installModeCell, 'prompt')
  })
  window.addEventListener('appinstalled', () => set(installModeCell, 'none'))
}

/** Shows the browser's prompt; it can be shown once. */
export async function install(): Promise<void> {
  const question = deferredPrompt
  deferredPrompt = null
  set(installModeCell, 'none')
  await question?.prompt()
}

const isInstalled = (): boolean => typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches

/** Safari has no install prompt; an iPad identifies itself as a Macintosh. */
const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
