import { STORED_DRAFTS, STORED_MODE } from '../../engine/language/forms/storedDrafts.ts'

/** Storage of the tab, as a frame sees it. */
export interface TabStorage {
  entries(): readonly (readonly [string, string])[]
  set(key: string, value: string): void
  delete(key: string): void
}

/** Stored keys: the typed values, and the account to which they belong. */
const KEPT: readonly string[] = [STORED_DRAFTS, STORED_MODE]

/** Values that the app has stored, by user and fixture, and by key. */
let stored = new Map<string, Map<string, string>>()
const frames = new Set<HTMLIFrameElement>()

/**
 * The storage that one frame of the preview passes on to the next, as a tab does that is loaded again. `name`: what the values belong
 * to. With `isWritten` false they are only read.
 */
export function tabStorage(name: string, isWritten: boolean): TabStorage {
  const own = stored.get(name) ?? new Map<string, string>()
  stored.set(name, own)
  const isKept = (key: string): boolean => isWritten && KEPT.includes(key)
  return {
    entries: () => [...own],
    set: (key, value) => void (isKept(key) && own.set(key, value)),
    delete: (key) => void (isKept(key) && own.delete(key)),
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
  stored = new Map()
}

/** The app stores typed values when its page is left. A frame that could not be loaded has a page of the browser, which no other may access. */
function store(frame: HTMLIFrameElement): void {
  try {
    frame.contentWindow?.dispatchEvent(new Event('pagehide'))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
