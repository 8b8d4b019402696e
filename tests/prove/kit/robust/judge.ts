import * as drawings from 'country-flag-icons/string/3x2'
import type { Node, Screen } from '../../../../src/engine/language/expressions/program.ts'

/** Text that must not be visible: a value that JavaScript had no text for. */
const UNSPOKEN = /\bundefined\b|\bNaN\b|\[object [A-Za-z]+\]|\bInfinity\b|(?:^|\s)null(?:$|\s)|native code/
const SPOKEN_ATTRIBUTES = ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder', 'value'] as const
const ADDRESS_ATTRIBUTES = [
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'poster',
  'data',
  'srcdoc',
  'srcset',
  'ping',
] as const
const CONTACTS = new Set(['mailto:', 'tel:'])
/** The flags are the only pictures inside an address: drawings of the library, never of a screen or of data. */
const FLAGS = new Set(Object.values(drawings).map((drawing) => `data:image/svg+xml,${encodeURIComponent(drawing)}`))

/** Faults of a drawn screen. */
export function faultsIn(container: HTMLElement, screen: Screen): string[] {
  const faults: string[] = []
  if (!isVisible(container) && screen.body.some(isCertain)) faults.push('white: nothing can be seen')
  for (const broken of container.querySelectorAll('.broken')) faults.push(`broken: ${broken.textContent}`)
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (UNSPOKEN.test(text.nodeValue ?? ''))
      faults.push(`text: ${short(text.nodeValue)} in ${placeOf(text.parentElement)}`)
  }
  for (const element of container.querySelectorAll('*')) {
    for (const name of SPOKEN_ATTRIBUTES)
      if (UNSPOKEN.test(element.getAttribute(name) ?? ''))
        faults.push(`text: ${name}=${short(element.getAttribute(name))} in ${placeOf(element)}`)
    for (const name of ADDRESS_ATTRIBUTES) {
      const address = element.getAttribute(name)
      if (address !== null && !isSafe(address, name))
        faults.push(`address: ${name}=${short(address)} in ${placeOf(element)}`)
    }
    for (const { name } of element.attributes)
      if (name.startsWith('on')) faults.push(`script: ${name} in ${placeOf(element)}`)
    if (['SCRIPT', 'OBJECT', 'EMBED', 'BASE', 'META', 'LINK', 'STYLE'].includes(element.tagName.toUpperCase()))
      faults.push(`element: ${element.tagName}`)
    if (/url\((?!["']?(?:https:|\/(?!\/)|#))/i.test(element.getAttribute('style') ?? ''))
      faults.push(`address: style of ${placeOf(element)}`)
  }
  return faults
}

/** Https, this origin by an absolute path or a fragment, a flag, and schemes of other apps of the device. */
function isSafe(address: string, attribute: string): boolean {
  if (attribute === 'src' && FLAGS.has(address)) return true
  let url: URL
  try {
    url = new URL(address, location.href)
  } catch {
    return false
  }
  return (
    url.protocol === 'https:' ||
    (attribute === 'href' && CONTACTS.has(url.protocol)) ||
    (url.origin === location.origin && !/^[\s\\]|^\/[/\\]/.test(address))
  )
}

/** Whether anything visible has a size: words, a picture, a field. */
function isVisible(container: HTMLElement): boolean {
  return [...container.querySelectorAll('*')].some((element) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 0 &&
      height > 0 &&
      (/^(img|svg|canvas|input|textarea|iframe|output|hr)$/i.test(element.tagName) ||
        [...element.childNodes].some((node) => node.nodeType === 3 && (node.nodeValue ?? '').trim() !== ''))
    )
  })
}

/** Drawn with any data: no condition, no list, and a text or a certain child. */
function isCertain(node: Node): boolean {
  if (node.visible !== undefined || node.each || node.waitFor !== undefined) return false
  const slots = Object.values(node.slots ?? {}).flat()
  return slots.length === 0 ? node.widget === 'Text' && node.exprs?.text?.[0 as never] === 't' : slots.some(isCertain)
}

const short = (text: string | null): string => JSON.stringify((text ?? '').slice(0, 80))
const placeOf = (element: Element | null): string =>
  element ? `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">` : 'nothing'
