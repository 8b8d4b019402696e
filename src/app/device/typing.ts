const TYPED = "textarea, input:not([type='radio'], [type='checkbox'], [type='range'], [type='file'])"

/** Sets `data-typing` on the root where the focus is in a field that one types into. */
export function markTyping(): void {
  document.documentElement.toggleAttribute('data-typing', document.activeElement?.matches(TYPED) === true)
}

/** Marks typing with each move of the focus. Returns the stop function. A field that is removed has no event: who shows something then marks again. */
export function watchTyping(): () => void {
  document.addEventListener('focusin', markTyping)
  document.addEventListener('focusout', markTyping)
  return () => {
    document.removeEventListener('focusin', markTyping)
    document.removeEventListener('focusout', markTyping)
    document.documentElement.removeAttribute('data-typing')
  }
}
