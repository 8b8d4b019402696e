import type { KeyboardEvent } from 'react'

/** Keys of a search above a list of buttons: Enter takes the first one that is found, the arrows go into the list and move in it. */
export function searchKeys(event: KeyboardEvent<HTMLElement>, list: HTMLElement | null, takeFirst: () => void): void {
  const search = event.target instanceof HTMLInputElement ? event.target : null
  if (event.key === 'Enter' && search) {
    // The search may be within a form, which Enter would send.
    event.preventDefault()
    if (search.value.trim() !== '') takeFirst()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))]?.focus()
}

/** Arrow keys, Home and End move between the rows of a list that is one stop of Tab; the arrow down leads into it from the search above. */
export function moveInList(event: KeyboardEvent<HTMLElement>, rows: readonly HTMLElement[]): void {
  const at = rows.indexOf(event.currentTarget)
  const isRow = at >= 0
  const next =
    event.key === 'ArrowDown'
      ? rows[at + 1]
      : !isRow
        ? undefined
        : event.key === 'ArrowUp'
          ? rows[at - 1]
          : event.key === 'Home'
            ? rows[0]
            : event.key === 'End'
              ? rows.at(-1)
              : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}
