import type { Page } from 'playwright'

/** Writes of a page into its document in one moment. `at`: indices from the body down. */
type Write =
  | { what: 'text'; at: number[]; text: string }
  | { what: 'attribute'; at: number[]; name: string; value: string | null }
  | { what: 'animation'; at: number[]; frames: Keyframe[]; options: KeyframeAnimationOptions }
  | { what: 'canvas'; at: number[] }
export interface Recording {
  /** Milliseconds from the start, and the writes at that time. */
  moments: { ms: number; writes: Write[] }[]
  lastsMs: number
}

/** The TypeScript loader marks named functions with a helper, which the page lacks. */
const allowNames = (page: Page): Promise<unknown> => page.evaluate('void (globalThis.__name = (made) => made)')

/** Records the page's writes for a while: texts, attributes, animations and drawings. */
export async function record(page: Page, ms: number): Promise<Recording> {
  await allowNames(page)
  return page.evaluate(async (lastsMs) => {
    const from = performance.now()
    const moments: Recording['moments'] = []
    const placeOf = (node: Node): number[] => {
      const place: number[] = []
      for (let at: Node = node; at !== document.body && at.parentNode; at = at.parentNode)
        place.unshift([...at.parentNode.childNodes].indexOf(at as ChildNode))
      return place
    }
    let writes: Write[] = []
    const close = () => {
      if (writes.length > 0) moments.push({ ms: performance.now() - from, writes })
      writes = []
    }
    const observer = new MutationObserver((changes) => {
      for (const { type, target, attributeName } of changes) {
        if (type === 'characterData') writes.push({ what: 'text', at: placeOf(target), text: target.nodeValue ?? '' })
        else if (target instanceof Element && attributeName !== null)
          writes.push({
            what: 'attribute',
            at: placeOf(target),
            name: attributeName,
            value: target.getAttribute(attributeName),
          })
      }
      close()
    })
    observer.observe(document.body, { subtree: true, characterData: true, attributes: true })
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      writes.push({
        what: 'animation',
        at: placeOf(this),
        frames: frames as Keyframe[],
        options: options as KeyframeAnimationOptions,
      })
      return animate.call(this, frames, options)
    }
    const { clearRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
      if (this.canvas.isConnected) writes.push({ what: 'canvas', at: placeOf(this.canvas) })
      clearRect.call(this, x, y, width, height)
    }
    await new Promise((resolve) => setTimeout(resolve, lastsMs))
    close()
    observer.disconnect()
    Element.prototype.animate = animate
    CanvasRenderingContext2D.prototype.clearRect = clearRect
    return { moments, lastsMs }
  }, ms)
}

/** The current page without its program: elements, styles, pictures of its canvases. */
export async function copyOf(page: Page): Promise<string> {
  await allowNames(page)
  return page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    // Comments keep the indices of the nodes beside them.
    for (const gone of copy.querySelectorAll('script, link[rel=manifest], link[rel=modulepreload]'))
      gone.replaceWith(document.createComment(''))
    const drawn = [...document.querySelectorAll('canvas')]
    for (const [i, canvas] of [...copy.querySelectorAll('canvas')].entries())
      canvas.dataset.drawn = drawn[i]?.toDataURL() ?? ''
    const base = document.createElement('base')
    base.href = location.href
    copy.querySelector('head')?.prepend(base)
    return `<!doctype html>${copy.outerHTML}`
  })
}

/** Shows the copy and replays the recorded writes by hand: the rest is the browser's own time for drawing it. */
export async function replay(page: Page, copy: string, recording: Recording): Promise<void> {
  await page.setContent(copy, { waitUntil: 'load' })
  await allowNames(page)
  await page.evaluate(async ({ moments, lastsMs }) => {
    const pictures = new Map<HTMLCanvasElement, ImageBitmap>()
    for (const canvas of document.querySelectorAll('canvas')) {
      const image = new Image()
      image.src = canvas.dataset.drawn ?? ''
      await image.decode()
      pictures.set(canvas, await createImageBitmap(image))
      canvas.getContext('2d')?.drawImage(image, 0, 0)
    }
    const find = (at: readonly number[]) =>
      at.reduce<Node | undefined>((node, index) => node?.childNodes[index], document.body)
    const write = (write: Write) => {
      const node = find(write.at)
      if (write.what === 'text') {
        if (node) node.nodeValue = write.text
      } else if (!(node instanceof Element)) return
      else if (write.what === 'attribute') {
        if (write.value === null) node.removeAttribute(write.name)
        else node.setAttribute(write.name, write.value)
      } else if (write.what === 'animation') {
        for (const animation of node.getAnimations({ subtree: true })) animation.cancel()
        node.animate(write.frames, write.options)
      } else if (node instanceof HTMLCanvasElement) {
        const picture = pictures.get(node)
        const ctx = node.getContext('2d')
        ctx?.clearRect(0, 0, node.width, node.height)
        if (picture) ctx?.drawImage(picture, 0, 0)
      }
    }
    let next = 0
    let from = performance.now()
    const step = () => {
      const due = moments[next]
      if (!due) {
        from += lastsMs
        next = 0
      } else {
        next += 1
        requestAnimationFrame(() => due.writes.forEach(write))
      }
      setTimeout(step, Math.max(0, from + (moments[next]?.ms ?? lastsMs) - performance.now()))
    }
    step()
  }, recording)
}
