import css from './hosts.module.css'

/**
 * Milliseconds between the insertion of a region and of its texts: a text that a region is inserted with is not announced. Longer than
 * the closing animation of a sheet, which removes the region in it.
 */
const REGION_MS = 250

export interface Announcer {
  element: HTMLElement
  /** Moves the regions to another parent. Texts that have not been announced wait again. */
  moveTo(parent: Element): void
  /** Announces a text once; an urgent one interrupts the screen reader. The function it returns withdraws the text. */
  announce(text: string, isUrgent: boolean): () => void
}

/** Live regions that are in the page before their texts. Only the lines that are added to them are announced. */
export function createAnnouncer(): Announcer {
  const element = document.createElement('div')
  element.className = css.spoken ?? ''
  const [polite, assertive] = [createRegion('polite'), createRegion('assertive')]
  element.append(polite, assertive)
  const waiting = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const show of waiting) show()
      waiting.clear()
    }, REGION_MS)
  }
  return {
    element,
    moveTo(parent) {
      // A region that is inserted with texts could be announced again.
      for (const region of [polite, assertive]) region.replaceChildren()
      parent.append(element)
      wait()
    },
    announce(text, isUrgent) {
      const line = document.createElement('p')
      line.className = css.spoken ?? ''
      line.textContent = text
      const show = () => (isUrgent ? assertive : polite).append(line)
      waiting.add(show)
      wait()
      return () => {
        waiting.delete(show)
        line.remove()
      }
    },
  }
}

function createRegion(live: 'polite' | 'assertive'): HTMLElement {
  const region = document.createElement('div')
  region.setAttribute('aria-live', live)
  return region
}
