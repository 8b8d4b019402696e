import { createStore } from '../model/store.ts'

const STORED = 'placard.studio.code'

const read = (): boolean => {
  try {
    return localStorage.getItem(STORED) === 'shown'
  } catch {
    return false
  }
}

/** Whether the JSON is shown beside the outline. It is collapsed for users who have never opened it. */
export const codeView = createStore({ isShown: read() })

/** Shows or hides the JSON, and remembers it on the device. */
export function showCode(isShown: boolean): void {
  codeView.set({ isShown })
  localStorage.setItem(STORED, isShown ? 'shown' : 'hidden')
}
