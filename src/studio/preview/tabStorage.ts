import { STORED_DRAFTS } from '../../core/storedDrafts.ts'

/** What a frame has of the storage of its tab. */
export interface TabStorage {
  entries(): readonly (readonly [string, string])[]
  set(key: string, value: string): void
  delete(key: string): void
}

/** The values that were typed into the app, as it stores them, by user and fixture. */
let typed = new Map<string, string>()
const frames = new Set<HTMLIFrameElement>()

/**
 * The storage that one frame of the preview passes on to the next, as a tab does that is loaded again. Of all that the app stores there,
 * it keeps the typed values. `name`: what they belong to. With `isWritten` false they are only read.
 */
export function tabStorage(name: string, isWritten: boolean): TabStorage {
  const all = typed
  const isKept = (key: string): boolean => key === STORED_DRAFTS && isWritten
  return {
    entries() {
      const text = all.get(name)
      return text === undefined ? [] : [[STORED_DRAFTS, text]]
    },
    set: (key, value) => void (isKept(key) && all.set(name, value)),
    delete: (key) => void (isKept(key) && all.delete(name)),
  }
}

/** Registers a frame. Returns the function that stores what was typed there and removes the frame. */
export function watchTab(frame: HTMLIFrameElement): () => void {
  frames.add(frame)
  return () => {
    frames.delete(frame)
    store(frame)
  }
}

/** Stores what was typed into the frames. */
export function storeTyped(): void {
  for (const frame of frames) store(frame)
}

/** Drops what was typed: frames that are loaded from now on start empty. */
export function forgetTyped(): void {
  typed = new Map()
}

/** The app stores typed values when its page is left. */
const store = (frame: HTMLIFrameElement): void => void frame.contentWindow?.dispatchEvent(new Event('pagehide'))
