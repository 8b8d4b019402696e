import type { Setting } from '../language/settings.ts'
import { createAtom, set, type Atom } from './store.ts'

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const baseInstallModeAtom = createAtom<Setting<'install'>>('none')
export const installAtom: Atom<Setting<'install'>> = baseInstallModeAtom
let deferredPrompt: InstallPrompt | null = null

/** Browsers offer it once, at a time they choose. */
export function startInstall(): void {
  if (isInstalled()) return
  set(baseInstallModeAtom, isApple() ? 'byHand' : 'none')
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    deferredPrompt = event as InstallPrompt
    set(baseInstallModeAtom, 'prompt')
  })
  window.addEventListener('appinstalled', () => set(baseInstallModeAtom, 'none'))
}

/** Shows the browser's prompt; it can be shown once. */
export async function install(): Promise<void> {
  const question = deferredPrompt
  deferredPrompt = null
  set(baseInstallModeAtom, 'none')
  await question?.prompt()
}

const isInstalled = (): boolean => typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches

/** Safari has no install prompt; an iPad identifies itself as a Macintosh. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
