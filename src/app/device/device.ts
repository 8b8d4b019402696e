import { report } from '../../engine/language/report.ts'

/** Browser functions that may be missing (plain http, old or restricted browsers): each returns whether it succeeded. */

/** Copies a text to the clipboard. Resolves to false when the browser permits no way of copying. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch (error) {
    // Refused: try copying by selection.
    report(error, 'copy')
  }
  return copyBySelection(text)
}

export interface ShareLink {
  title: string
  text?: string
  url: string
}

/** refused: the user cancelled, or the device refused; missing: sharing is unsupported. */
export async function shareLink(link: ShareLink): Promise<'shared' | 'refused' | 'missing'> {
  if (typeof navigator.share !== 'function' || (typeof navigator.canShare === 'function' && !navigator.canShare(link)))
    return 'missing'
  try {
    await navigator.share(link)
    return 'shared'
  } catch (error) {
    // A policy of the page or its frame forbids sharing: copying may work.
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'missing' : 'refused'
  }
}

/** Time that a browser has to read a file before its address is released. */
const RELEASE_MS = 60_000

/**
 * Saves a text as a file: on a touch device by the share sheet, since apps and installed pages there have no downloads, otherwise as a
 * download. Resolves to false when the user cancels.
 */
export async function saveFile({ name, text, mediaType }: SavedFile): Promise<boolean> {
  const file = new File([text], name, { type: mediaType })
  const isTouch = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
  if (isTouch && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
    }
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
  return true
}

export interface SavedFile {
  name: string
  text: string
  mediaType: string
}

/** For pages on plain http, where there is no clipboard object. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Outside of an open modal dialog nothing can be selected.
  const container = focused?.closest('dialog[open]') ?? document.body
  container.append(field)
  field.select()
  let done = false
  try {
    done = document.execCommand('copy')
  } catch {
    done = false
  }
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}

/** The file the user chooses, null on cancel. */
export function pickFile(accept: readonly string[]): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept.join(',')
    input.hidden = true
    const done = () => {
      resolve(input.files?.[0] ?? null)
      input.remove()
    }
    input.addEventListener('change', done, { once: true })
    input.addEventListener('cancel', done, { once: true })
    // Safari drops an input outside the document.
    document.body.append(input)
    input.click()
  })
}

/** Opens an address in a new tab that has no access to this page. The caller has checked the address. */
export function openWindow(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}

/** Hands an address to the app of the device that answers it; the page stays. */
export function openContact(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}
