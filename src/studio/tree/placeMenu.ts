/** Distance to the edges of the window, in pixels. */
const MARGIN = 6

/** The upper edge of a menu: below its button, or above it where the window ends. */
export const topOfMenu = (button: { top: number; bottom: number }, height: number, windowHeight: number): number =>
  button.bottom + height + MARGIN <= windowHeight
    ? button.bottom
    : Math.max(MARGIN, Math.min(button.top - height, windowHeight - MARGIN - height))

/** Places a menu beside its button in the window, so that no list around it cuts it. */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  menu.style.insetBlockStart = `${topOfMenu(at, height, innerHeight)}px`
  menu.style.insetInlineStart = `${Math.max(MARGIN, Math.min(at.left, innerWidth - MARGIN - width))}px`
}
