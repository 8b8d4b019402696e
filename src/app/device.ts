/** Deeds of the browser that may be missing (plain http, old or locked-down browsers): each says whether it was done. */

export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the old way may still be open.
  }
  return copyBySelection(text)
}

export interface Shared {
  title: string
  text?: string
  url: string
}

/** refused: the reader turned away, or the device refused; missing: it has no means to share this. */
export async function shareLink(link: Shared): Promise<'shared' | 'refused' | 'missing'> {
  if (typeof navigator.share !== 'function' || (typeof navigator.canShare === 'function' && !navigator.canShare(link))) return 'missing'
  try {
    await navigator.share(link)
    return 'shared'
  } catch (error) {
    // A policy of the page or of the frame around it forbids sharing: copying may be open.
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'missing' : 'refused'
  }
}

/** For pages on plain http, where there is no clipboard object. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Outside of an open modal dialog nothing can be selected.
  const home = before?.closest('dialog[open]') ?? document.body
  home.append(field)
  field.select()
  let done = false
  try {
    done = document.execCommand('copy')
  } catch {
    done = false
  }
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return done
}

/** The file the reader chooses, null when they leave. */
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
    // Safari forgets an input that stands in no document.
    document.body.append(input)
    input.click()
  })
}

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
