import { computeAccessibleName, getRole } from 'dom-accessibility-api'

/** Search criteria of a flow. Roles and names are computed in the page, by one implementation for all engines. */
export interface Target {
  role?: string
  name?: string
  /** Source of a regular expression for the name. */
  pattern?: string
  selector?: string
  /** Among several matches; default: the first. */
  nth?: number
  /** The parent of the element found. */
  parent?: boolean
}

/** Where an element can be pressed. */
export interface Spot {
  x: number
  y: number
  width: number
  height: number
  /** Another element covers it. */
  coveredBy: string | null
}

/** An event that the page sends to the proof. */
export interface Report {
  kind: 'error' | 'policy' | 'toast' | 'toastEnd'
  text: string
  /** Milliseconds for which a toast was visible. */
  ms?: number
}

const ROLES: Record<string, string> = {
  button: 'button,[role=button],summary',
  textbox: 'input,textarea,[role=textbox]',
  searchbox: 'input,[role=searchbox]',
  radio: 'input,[role=radio]',
  checkbox: 'input,[role=checkbox]',
  switch: 'input,[role=switch]',
  slider: 'input,[role=slider]',
  heading: 'h1,h2,h3,h4,h5,h6,[role=heading]',
  link: 'a',
}
const OVERLAY = 'dialog[open],[role=dialog],[role=alertdialog]'

/** Without the kinds of spaces that formats choose. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ')

/** Controls that are made invisible and draw their label instead. */
const drawnBy = (element: Element): Element => {
  if (element.matches('input[type=radio],input[type=checkbox]')) return element.closest('label') ?? element
  return element
}

function isVisible(element: Element): boolean {
  const box = drawnBy(element).getBoundingClientRect()
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    box.width > 0 &&
    box.height > 0 &&
    element.closest('[aria-hidden=true],[inert]') === null
  )
}

/** The topmost open overlay, otherwise the whole page. */
function scope(): ParentNode {
  return [...document.querySelectorAll(OVERLAY)].filter((element) => element.checkVisibility()).at(-1) ?? document
}

function all({ role, name, pattern, selector }: Target, root: ParentNode): Element[] {
  const candidates = root.querySelectorAll(selector ?? (role === undefined ? '*' : (ROLES[role] ?? `[role="${role}"]`)))
  const test = pattern === undefined ? null : new RegExp(pattern)
  return [...candidates].filter((element) => {
    if (!isVisible(element)) return false
    if (role !== undefined && getRole(element) !== role) return false
    if (name === undefined && test === null) return true
    const own = computeAccessibleName(element).replaceAll(/\s+/g, ' ').trim()
    return name === undefined ? test?.test(own) === true : own === name
  })
}

function find(target: Target): Element | null {
  const root = scope()
  const { nth = 0, parent = false } = target
  // The docked keypad lies beside an overlay.
  const element = all(target, root)[nth] ?? all(target, document)[nth] ?? null
  return parent ? (element?.parentElement ?? null) : element
}

const describe = (element: Element): string =>
  `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">${(element.textContent ?? '').slice(0, 40)}`

/** A visible text of a screen. */
export interface TextBox {
  text: string
  /** Lines that it takes. */
  lines: number
  /** An ancestor hides a part of it, without an ellipsis. */
  isClipped: boolean
}

function isClipped(element: Element | null, box: DOMRect): boolean {
  for (let at = element; at && at.tagName !== 'MAIN'; at = at.parentElement) {
    const { overflowX, overflowY, textOverflow, position } = getComputedStyle(at)
    if (textOverflow === 'ellipsis' || position === 'fixed') return false
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    if (scrolls(overflowX) || scrolls(overflowY)) return false
    const edge = at.getBoundingClientRect()
    if (overflowX === 'hidden' && (box.left < edge.left - 2 || box.right > edge.right + 2)) return true
    if (overflowY === 'hidden' && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2)) return true
  }
  return false
}

/** The visible texts of the page in their order, without numbers: prices move between two pictures. */
function textBoxes(): TextBox[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const boxes: TextBox[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = plain(node.nodeValue ?? '').trim()
    const { parentElement } = node
    if (!/\p{L}{2}/u.test(text) || /\d/.test(text) || !parentElement?.checkVisibility({ visibilityProperty: true }))
      continue
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const box = range.getBoundingClientRect()
    if (
      rects.length === 0 ||
      parentElement.closest('[aria-hidden=true]') ||
      getComputedStyle(parentElement).clipPath !== 'none'
    )
      continue
    const lines = new Set(rects.map(({ top }) => Math.round(top / 4))).size
    boxes.push({ text, lines, isClipped: isClipped(parentElement, box) })
  }
  return boxes
}

let pressedAt = -Infinity
const picked: HTMLInputElement[] = []

function spotOf(element: Element): Spot {
  const drawn = drawnBy(element)
  const { top, bottom } = drawn.getBoundingClientRect()
  const spot = measure(element, drawn)
  if (top >= 0 && bottom <= innerHeight && spot.coveredBy === null) return spot
  drawn.scrollIntoView({ block: 'center', behavior: 'instant' })
  return measure(element, drawn)
}

function measure(element: Element, drawn: Element): Spot {
  const box = drawn.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const top = document.elementFromPoint(x, y)
  const hit = top !== null && (drawn.contains(top) || top.contains(drawn) || top.closest('label')?.contains(element))
  return { x, y, width: box.width, height: box.height, coveredBy: hit ? null : top ? describe(top) : 'nothing' }
}

const mains = (): HTMLElement[] => [...document.querySelectorAll('main')].filter((element) => element.checkVisibility())

/** Queries of flows to a page. Arguments and results are JSON. */
export const probe = {
  ready: () => true,
  /** Null while there is no such element. */
  spot(target: Target): Spot | null {
    const element = find(target)
    return element && spotOf(element)
  },
  count: (target: Target): number => all(target, document).length,
  isDisabled(target: Target): boolean | null {
    const element = find(target)
    return element && element.matches(':disabled,[aria-disabled=true]')
  },
  /** Milliseconds until the app accepts another press. */
  pressPause: (ms: number): number => Math.max(0, pressedAt + ms - performance.now()),
  value: (target: Target): string | null => (find(target) as HTMLInputElement | null)?.value ?? null,
  focus(target: Target): boolean {
    const element = find(target)
    if (element instanceof HTMLElement) element.focus()
    return element !== null && element === document.activeElement
  },
  select(target: Target): void {
    ;(find(target) as HTMLInputElement | null)?.select()
  },
  focused(): { tag: string; name: string; inOverlay: boolean; text: string } {
    const element = document.activeElement ?? document.body
    return {
      tag: element.tagName.toLowerCase(),
      name: element === document.body ? '' : computeAccessibleName(element),
      inOverlay: element.closest(OVERLAY) !== null,
      text: (element.textContent ?? '').slice(0, 60),
    }
  },
  /** Text of the visible screen. */
  text: (): string => plain(mains()[0]?.innerText ?? ''),
  /** Text of the topmost overlay; null: none is open. */
  overlayText(): string | null {
    const root = scope()
    return root instanceof HTMLElement ? plain(root.innerText) : null
  },
  pageText: (): string => plain(document.body.innerText),
  textOf(target: Target): string | null {
    const element = find(target)
    return element && plain((element as HTMLElement).innerText).trim()
  },
  attribute: (target: Target, name: string): string | null => find(target)?.getAttribute(name) ?? null,
  route: (): string => location.hash.slice(1),
  go(address: string): void {
    location.hash = address
  },
  root: (): { lang: string; dir: string; theme: string } => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    theme: document.documentElement.dataset.theme ?? '',
  }),
  /** Content that is still loading; null: the screen is complete. */
  waitsFor(): string | null {
    if (!/\S/.test(mains()[0]?.innerText ?? '')) return 'content'
    const busy = [...document.querySelectorAll('[aria-busy=true]')].find((element) => element.checkVisibility())
    return busy ? describe(busy) : null
  },
  layout: (): TextBox[] => textBoxes(),
  worker: async (): Promise<string> =>
    (await navigator.serviceWorker?.getRegistration())?.active?.state ?? (navigator.serviceWorker ? 'none' : 'missing'),
  /** Answers the file dialog that the app opened last: a test cannot choose in a dialog of the system. */
  async choose(name: string, mediaType: string, base64: string, target?: Target): Promise<boolean> {
    const input = target ? (find(target) as HTMLInputElement | null) : picked.at(-1)
    if (!input) return false
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], name, { type: mediaType }))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    return true
  },
}
export type Probe = typeof probe

const TOAST = '[popover] > output'
const SAMPLE_MS = 50

function report(event: Report): void {
  navigator.sendBeacon('/engine-report', JSON.stringify(event))
}

/** Visible inside the viewport, in the top layer. */
function isToastShown(toast: Element): boolean {
  const box = toast.getBoundingClientRect()
  return (
    toast.checkVisibility() &&
    toast.closest(':popover-open') !== null &&
    box.height > 0 &&
    box.top >= 0 &&
    box.bottom <= innerHeight
  )
}

const followedToasts = new WeakSet<Element>()

/** Reports a toast when it is visible, and for how long it was. No effect on one that is followed: the popover moves in and out of dialogs. */
function followToast(toast: Element): void {
  if (followedToasts.has(toast)) return
  followedToasts.add(toast)
  const text = toast.textContent ?? ''
  let since = -1
  const timer = setInterval(() => {
    const now = performance.now()
    if (since < 0 && isToastShown(toast)) {
      since = now
      report({ kind: 'toast', text })
    }
    if (toast.isConnected) return
    clearInterval(timer)
    // The same text again replaces it, and is followed separately.
    if ([...document.querySelectorAll(TOAST)].some((other) => other.textContent === text)) return
    report({ kind: 'toastEnd', text, ms: since < 0 ? 0 : Math.round(now - since) })
  }, SAMPLE_MS)
}

function watchPage(): void {
  addEventListener('error', ({ message, filename, lineno }) => {
    if (message) report({ kind: 'error', text: `uncaught: ${message} (${filename}:${lineno})` })
  })
  addEventListener('unhandledrejection', ({ reason }) =>
    report({ kind: 'error', text: `unhandled: ${String(reason)}` }),
  )
  document.addEventListener('securitypolicyviolation', (event) =>
    report({
      kind: 'policy',
      text: `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
    }),
  )
  const { error } = console
  console.error = (...parts: unknown[]) => {
    report({ kind: 'error', text: `console: ${parts.map(String).join(' ')}` })
    error(...parts)
  }
  for (const name of ['click', 'toggle']) addEventListener(name, () => (pressedAt = performance.now()), true)
  const open = HTMLInputElement.prototype.click
  HTMLInputElement.prototype.click = function click(this: HTMLInputElement) {
    if (this.type === 'file') picked.push(this)
    else open.call(this)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(TOAST)) followToast(node)
        else for (const toast of node.querySelectorAll(TOAST)) followToast(toast)
      }
  }).observe(document, { childList: true, subtree: true })
}

if (!('placardProbe' in window)) {
  Object.assign(window, { placardProbe: probe })
  watchPage()
}
