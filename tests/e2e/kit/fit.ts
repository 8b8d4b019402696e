import type { Page } from '@playwright/test'

/** A layout problem on the page. */
export interface LayoutProblem {
  what:
    | 'page scrolls sideways'
    | 'text is cut'
    | 'text is shortened'
    | 'text leaves the window'
    | 'texts overlap'
    | 'word is broken'
    | 'controls overlap'
    | 'target is small'
    | 'a bar covers it'
    | 'iOS zooms into the field'
  text: string
  /** Source position of the nearest screen node. */
  at: string
  by: string
}

export interface Measured {
  misfits: LayoutProblem[]
  /** Number of checked elements. */
  texts: number
  controls: number
}

/**
 * Everything on the page that does not fit the window. An element in reach of scrolling fits, unless a bar covers it at every scroll position. So does a text that ends in an
 * ellipsis, unless it is one of `words`: the app's own words are never shortened. A word may take `wordLines` lines.
 */
export const measure = (page: Page, words: readonly string[] = [], wordLines = 2): Promise<Measured> =>
  page.evaluate(measureInPage, { target: 44, words, wordLines })

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

interface MeasureOptions {
  /** Least size of a control, CSS pixels. */
  target: number
  words: readonly string[]
  wordLines: number
}

/** Runs in the page. */
function measureInPage({ target, words, wordLines }: MeasureOptions): Measured {
  const SLACK = 1.5
  const CONTROLS = 'button, a[href], input, select, textarea, summary, [role="button"]'
  const own = new Set(words)
  // Not innerWidth: a phone zooms out until wide content fits.
  const width = document.documentElement.clientWidth
  const problems: LayoutProblem[] = []

  const sourceOf = (element: Element): string => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
    interface Fiber {
      return: Fiber | null
      memoizedProps: { plan?: { at?: string } } | null
    }
    let fiber = key === undefined ? null : ((element as unknown as Record<string, Fiber | null>)[key] ?? null)
    while (fiber && fiber.memoizedProps?.plan?.at === undefined) fiber = fiber.return
    return fiber?.memoizedProps?.plan?.at ?? 'the app’s own frame'
  }
  const report = (what: LayoutProblem['what'], element: Element, by: string, text = element.textContent ?? '') =>
    void problems.push({ what, text: text.trim().slice(0, 60), at: sourceOf(element), by })

  const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const shown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const above = (element: Element): Element[] => {
    const out: Element[] = []
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) out.push(at)
    return out
  }
  /** The sticky ancestor that is displaced by scrolling, if any: it covers on purpose what scrolls under it. */
  const layers = new Map<Element, Element | null>()
  const layerOf = (element: Element): Element | null => {
    const known = layers.get(element)
    if (known !== undefined) return known
    const layer =
      above(element).find((element) => getComputedStyle(element).position === 'sticky' && isStuck(element)) ?? null
    layers.set(element, layer)
    return layer
  }
  const stuck = new Map<Element, boolean>()
  const isStuck = (element: Element): boolean => {
    const known = stuck.get(element)
    if (known !== undefined) return known
    const box = element.getBoundingClientRect()
    const { style } = element as HTMLElement
    const { cssText } = style
    style.position = 'relative'
    style.inset = 'auto'
    const free = element.getBoundingClientRect()
    style.cssText = cssText
    const moved = Math.abs(box.top - free.top) > 1
    stuck.set(element, moved)
    return moved
  }
  /** For screen readers: clipped to nothing on purpose. */
  const spoken = (element: Element): boolean =>
    above(element).some(
      (element) =>
        getComputedStyle(element).clipPath.startsWith('inset(50%') ||
        (element.clientWidth <= 1 && element.clientHeight <= 1 && getComputedStyle(element).position === 'absolute'),
    )
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'
  const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
  const round = (value: number): string => `${Math.round(value)} px`

  if (document.documentElement.scrollWidth > width + 1) {
    problems.push({
      what: 'page scrolls sideways',
      text: '',
      at: '',
      by: round(document.documentElement.scrollWidth - width),
    })
  }

  const texts: { element: Element; box: Box }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (
      !element ||
      !node.nodeValue?.trim() ||
      ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'].includes(element.tagName) ||
      !shown(element) ||
      spoken(element)
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const textBox = range.getBoundingClientRect()
    if (textBox.width === 0) continue
    let cut = ''
    let reach: Box = textBox
    let free = false
    for (const item of above(element)) {
      const style = getComputedStyle(item)
      if (style.display === 'inline') continue
      const edge = item.getBoundingClientRect()
      const box: Box = {
        left: edge.left + item.clientLeft,
        right: edge.left + item.clientLeft + item.clientWidth,
        top: edge.top + item.clientTop,
        bottom: edge.top + item.clientTop + item.clientHeight,
      }
      const ends = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if (
        hides(style.overflowX) &&
        !ends &&
        !free &&
        (reach.left < box.left - SLACK || reach.right > box.right + SLACK)
      )
        cut ||= round(Math.max(box.left - reach.left, reach.right - box.right))
      if (
        hides(style.overflowY) &&
        !ends &&
        !free &&
        (reach.top < box.top - SLACK || reach.bottom > box.bottom + SLACK)
      )
        cut ||= round(Math.max(box.top - reach.top, reach.bottom - box.bottom))
      if (scrolls(style.overflowX) || scrolls(style.overflowY) || style.position === 'fixed') free = true
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') reach = meet(reach, box)
    }
    const lines = (from: number, to: number): number => {
      range.setStart(node, from)
      range.setEnd(node, to)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    for (const { 0: word, index } of node.nodeValue.matchAll(/[^\s\u00ad/-]{2,}/gu)) {
      const broken = lines(index, index + word.length)
      const isNumber = /^[+−-]?\d[\d.,٬٫]*%?$/u.test(word)
      // Chinese and Japanese break anywhere.
      if (broken > (isNumber ? 1 : wordLines) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
        report('word is broken', element, `${broken} lines`, word)
    }
    const ended = above(element).find((element) => getComputedStyle(element).textOverflow === 'ellipsis')
    if (ended && ended.scrollWidth > ended.clientWidth + 1 && own.has(node.nodeValue))
      report('text is shortened', element, round(ended.scrollWidth - ended.clientWidth), node.nodeValue)
    if (cut) report('text is cut', element, cut, node.nodeValue)
    else if (reach.right > reach.left && (reach.left < -SLACK || reach.right > width + SLACK))
      report('text leaves the window', element, round(Math.max(-reach.left, reach.right - width)), node.nodeValue)
    if (
      reach.right - reach.left > 1 &&
      reach.bottom - reach.top > 1 &&
      !above(element).some((element) => getComputedStyle(element).position === 'fixed')
    )
      texts.push({ element, box: reach })
  }
  texts.forEach((a, index) => {
    for (const b of texts.slice(index + 1)) {
      const both = meet(a.box, b.box)
      if (
        a.element === b.element ||
        a.element.contains(b.element) ||
        b.element.contains(a.element) ||
        layerOf(a.element) !== layerOf(b.element) ||
        both.right - both.left <= 3 ||
        both.bottom - both.top <= 5
      )
        continue
      report(
        'texts overlap',
        a.element,
        `${round(both.right - both.left)} by “${(b.element.textContent ?? '').slice(0, 30)}”`,
      )
    }
  })

  const controls = [...document.querySelectorAll(CONTROLS)].flatMap((element) => {
    if (
      !shown(element) ||
      spoken(element) ||
      above(element).some((element) => getComputedStyle(element).position === 'fixed')
    )
      return []
    const frame =
      element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
        ? (element.closest('label') ?? element)
        : element
    const full = frame.getBoundingClientRect()
    let box: Box = full
    for (const element of above(frame).slice(1))
      if (getComputedStyle(element).overflow !== 'visible') box = meet(box, element.getBoundingClientRect())
    const coversPage = box.right - box.left >= full.width - 1 && box.bottom - box.top >= full.height - 1
    return box.right - box.left > 1 && box.bottom - box.top > 1
      ? [{ element: frame, box, isFullyVisible: coversPage }]
      : []
  })
  controls.forEach((a, index) => {
    const across = a.box.right - a.box.left
    const height = a.box.bottom - a.box.top
    if (a.isFullyVisible && (across < target - SLACK || height < target - SLACK))
      report('target is small', a.element, `${Math.round(across)} × ${round(height)}`, nameOf(a.element))
    for (const b of controls.slice(index + 1)) {
      const both = meet(a.box, b.box)
      // A control on a pressable surface overlaps it on purpose.
      const stacked =
        a.element.parentElement?.contains(b.element) ||
        b.element.parentElement?.contains(a.element) ||
        a.element.contains(b.element) ||
        b.element.contains(a.element)
      if (stacked && a.element.parentElement !== b.element.parentElement) continue
      if (layerOf(a.element) !== layerOf(b.element)) continue
      if (both.right - both.left > 2 && both.bottom - both.top > 2)
        report(
          'controls overlap',
          a.element,
          `${round(both.right - both.left)} × ${round(both.bottom - both.top)} by “${nameOf(b.element).slice(0, 30)}”`,
          nameOf(a.element),
        )
    }
  })
  const typed =
    'textarea, select, input:not([type=hidden], [type=range], [type=radio], [type=checkbox], [type=file], [type=color])'
  for (const field of document.querySelectorAll(typed)) {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    if (size < 16) report('iOS zooms into the field', field, `${size} px`, field.getAttribute('aria-label') ?? field.id)
  }
  /** Reports what a fixed or sticky bar covers at every position to which it can be scrolled. A message goes away by itself. */
  function reportCovered(): void {
    // Below a sheet nothing can be scrolled.
    const modal = [...document.querySelectorAll('[role="dialog"], dialog[open]')].findLast(shown)
    const barOf = (element: Element): Element | null =>
      above(element).find((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)) ?? null
    const scrollersOf = (element: Element): Element[] =>
      above(element).filter(
        (element) => scrolls(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight,
      )
    /** The bar over a box; null where the box is free; undefined where the window or a scroller does not show all of it. */
    const coverOf = (element: Element, boxOf: () => Box): Element | null | undefined => {
      const box = boxOf()
      const shown = scrollersOf(element).reduce((rest, scroller) => meet(rest, scroller.getBoundingClientRect()), {
        left: 0,
        right: width,
        top: 0,
        bottom: document.documentElement.clientHeight,
      })
      if (box.top < shown.top - SLACK || box.bottom > shown.bottom + SLACK) return undefined
      const x = (Math.max(box.left, shown.left) + Math.min(box.right, shown.right)) / 2
      for (const y of [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3]) {
        const [front] = document.elementsFromPoint(x, y)
        const bar = front ? barOf(front) : null
        if (
          front &&
          bar &&
          !bar.contains(element) &&
          !element.contains(front) &&
          !front.closest('[role="status"], [role="alert"], output')
        )
          return bar
      }
      return null
    }
    interface Candidate {
      element: Element
      boxOf: () => Box
      text: string
      bar: Element | null
      isFree: boolean
    }
    const candidates: Candidate[] = []
    const add = (element: Element, boxOf: () => Box, text: string) => {
      const [scroller] = scrollersOf(element)
      const bar = barOf(element)
      if (scroller && (!bar || bar.contains(scroller)) && (!modal || modal.contains(element)))
        candidates.push({ element, boxOf, text, bar: null, isFree: false })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.nodeValue?.trim() || element.closest('button') || !shown(element) || spoken(element))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      // One line decides: of a longer text each line can be scrolled to.
      add(element, () => range.getClientRects()[0] ?? range.getBoundingClientRect(), node.nodeValue)
    }
    for (const element of document.querySelectorAll(CONTROLS))
      if (shown(element) && !spoken(element)) add(element, () => element.getBoundingClientRect(), nameOf(element))
    const look = (candidate: Candidate) => {
      if (candidate.isFree) return
      const bar = coverOf(candidate.element, candidate.boxOf)
      if (bar === null) candidate.isFree = true
      else if (bar) candidate.bar = bar
    }
    const scrollers = [...new Set(candidates.flatMap(({ element }) => scrollersOf(element)))]
    const before = scrollers.map((scroller) => [scroller, scroller.scrollTop] as const)
    for (const scroller of scrollers) {
      const inside = candidates.filter(({ element }) => scroller.contains(element))
      for (let top = 0; ; top += Math.max(20, scroller.clientHeight / 3)) {
        scroller.scrollTo({ top, behavior: 'instant' })
        inside.forEach(look)
        if (scroller.scrollTop >= scroller.scrollHeight - scroller.clientHeight - 1) break
        if (scroller.scrollTop < top - 1) break
      }
    }
    for (const candidate of candidates.filter(({ bar, isFree }) => bar && !isFree)) {
      // Between the steps.
      for (const block of ['start', 'center', 'end'] as const) {
        candidate.element.scrollIntoView({ block, behavior: 'instant' })
        look(candidate)
        const [scroller] = scrollersOf(candidate.element)
        const steps = scroller ? scroller.clientHeight / 12 : 0
        for (let step = 0; step < steps && !candidate.isFree; step++) {
          scroller?.scrollBy({ top: block === 'start' ? -12 : 12, behavior: 'instant' })
          look(candidate)
        }
      }
      if (!candidate.isFree && candidate.bar)
        report('a bar covers it', candidate.element, `“${nameOf(candidate.bar).trim().slice(0, 30)}”`, candidate.text)
    }
    for (const [item, top] of before) item.scrollTo({ top, behavior: 'instant' })
  }

  reportCovered()
  return { misfits: problems, texts: texts.length, controls: controls.length }
}
