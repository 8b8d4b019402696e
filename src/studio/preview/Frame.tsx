import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { onRegionKey } from '../model/focus/regions.ts'
import { createReplies } from './replies.ts'
import { elementsOfMark, markOfElement, valuesOfForm } from './nodeElements.ts'
import css from './Preview.module.css'
import { createDraftFiles, PSEUDO } from './draftFiles.ts'
import { addressOf, type FrameSettings, type ShownScreen } from './settings.ts'
import { tabStorage, watchTab } from './tabStorage.ts'
import type { Space } from './useSpace.ts'

/** The app of this origin, without leave to replace the studio. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads'

export interface ShownRoutes {
  asked: string
  at: string
}

interface Props {
  link: string
  route: string
  settings: FrameSettings
  /** Counts the versions of the draft on the server. */
  version: number
  /** A press selects a node. */
  selecting: boolean
  /** Gets the mark of a pressed node, which is then not selected in the open screen. */
  onPick?: (mark: string) => void
  /** The mark of a node that is scrolled into view. */
  inView?: string | undefined
  /** Available space in pixels. */
  space: Space
  title: string
  shown?: ShownScreen | undefined
  /** Whether the frame begins with the values that were typed into an earlier one, and whether later ones begin with its own. */
  typed?: 'read' | 'shared'
  /** Gets the values of the frame's form, as JSON, each time they have changed. */
  onValues?: (values: string) => void
  /** Gets the route that was asked for, and the one at which the app is, each time one has changed. */
  onRoute?: (routes: ShownRoutes) => void
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

type FrameElement = HTMLIFrameElement & {
  placardReply?: (url: string, init?: RequestInit) => Promise<Response | null> | null
}

/** The app with the draft, in a frame of the size of a phone. */
export function Frame({
  link,
  route,
  settings,
  version,
  selecting,
  onPick,
  inView,
  space,
  title,
  shown,
  typed,
  onValues,
  onRoute,
}: Props): ReactNode {
  const workspace = useWorkspace()
  const ref = useRef<FrameElement>(null)
  const [loaded, setLoaded] = useState(0)
  const [boxes, setBoxes] = useState<readonly Box[]>([])
  const selected = useWorkspaceState((state) => state.selected)
  const open = useWorkspaceState((state) => state.open)
  const address = addressOf(link, route, settings)
  const { data, queries, user, lang, letters, width, height } = settings
  const file = shown?.file ?? null
  const fixture = shown?.fixture
  const fixtureName = fixture ? settings.fixture : ''
  const scale = Math.min(1, space.width / width, space.height / height)

  // The replies are there before the app of another address starts.
  const setFrame = useCallback(
    (frame: FrameElement | null) => {
      ref.current = frame
      if (!frame) return undefined
      const refresh = (): void => frame.contentWindow?.postMessage('placard:reconnect', location.origin)
      const choice = { screen: file, fixture: fixtureName, data, queries, user }
      const state = fixture?.state && { route: routeOf(route), values: fixture.state }
      Object.assign(frame, {
        placardReply: createReplies(workspace.compiler, choice, refresh),
        placardFile: createDraftFiles({ link, pseudo: lang === PSEUDO, ...(state && { state }) }),
        placardTime: fixture?.time,
        placardTab: typed && tabStorage(`${user} ${fixtureName}`, typed === 'shared'),
      })
      const stop = typed === 'shared' ? watchTab(frame) : undefined
      return () => {
        stop?.()
        ref.current = null
      }
    },
    [workspace, file, fixtureName, fixture, data, queries, user, lang, route, typed, link],
  )

  useEffect(() => {
    if (version > 0) ref.current?.contentWindow?.postMessage('placard:refresh', location.origin)
  }, [version])

  useEffect(() => {
    const page = ref.current?.contentDocument
    if (page && loaded > 0) page.documentElement.style.setProperty('font-size', `${letters}%`)
  }, [letters, loaded])

  // The keys of the page are heard in the frame too.
  useEffect(() => {
    const page = ref.current?.contentDocument
    if (!page || loaded === 0) return undefined
    page.addEventListener('keydown', onRegionKey, true)
    return () => page.removeEventListener('keydown', onRegionKey, true)
  }, [loaded])

  useEffect(() => {
    const page = ref.current?.contentDocument
    if (!page || !selecting || loaded === 0) return undefined
    const onPress = (event: Event): void => {
      event.preventDefault()
      event.stopPropagation()
      if (event.type !== 'click') return
      const place = markOfElement(event.target as Element)
      if (place === null) return
      if (onPick) onPick(place)
      else select(workspace, place)
    }
    const kinds = ['click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend']
    for (const kind of kinds) page.addEventListener(kind, onPress, true)
    return () => {
      for (const kind of kinds) page.removeEventListener(kind, onPress, true)
    }
  }, [workspace, selecting, onPick, loaded])

  useEffect(() => {
    const page = ref.current?.contentDocument
    if (!page || loaded === 0 || inView === undefined) return
    elementsOfMark(page, inView)[0]?.scrollIntoView({ block: 'center' })
  }, [inView, loaded])

  useEffect(() => {
    if (loaded === 0 || onPick) return undefined
    const place = open === null ? '' : markOf(open, selected)
    let isInView = false
    const update = (): void => {
      const page = ref.current?.contentDocument
      const elements = page && selecting && selected !== '' ? elementsOfMark(page, place) : []
      // A node that is chosen elsewhere is scrolled to once: the author may scroll on.
      if (!isInView && elements[0]) elements[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })
      isInView ||= elements.length > 0
      const found = elements.map(boxOf)
      setBoxes((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
    }
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [open, selected, selecting, onPick, loaded])

  useEffect(() => {
    if (loaded === 0 || !onRoute) return undefined
    let last = ''
    const timer = setInterval(() => {
      const at = routeOf(ref.current?.contentWindow?.location.hash.slice(1) ?? '')
      if (at === '' || at === last) return
      last = at
      onRoute({ asked: routeOf(route), at })
    }, 250)
    return () => clearInterval(timer)
  }, [loaded, route, onRoute])

  useEffect(() => {
    if (loaded === 0 || !onValues) return undefined
    let last: string | undefined
    const timer = setInterval(() => {
      const page = ref.current?.contentDocument
      const values = JSON.stringify((page && valuesOfForm(page)) ?? null)
      if (values === last || values === 'null') return
      last = values
      onValues(values)
    }, 250)
    return () => clearInterval(timer)
  }, [loaded, onValues])

  return (
    <div className={css.phone} style={{ inlineSize: width * scale, blockSize: height * scale }}>
      <div className={css.scaled} style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}>
        <iframe
          key={`${address} ${lang} ${data} ${JSON.stringify([queries, fixture])}`}
          ref={setFrame}
          className={css.frame}
          src={address}
          title={title}
          sandbox={SANDBOX}
          onLoad={() => setLoaded((count) => count + 1)}
        />
        {boxes.map(({ x, y, width: inlineSize, height: blockSize }) => (
          <span
            key={`${x} ${y} ${inlineSize} ${blockSize}`}
            className={css.outline}
            aria-hidden
            style={{ insetInlineStart: x, insetBlockStart: y, inlineSize, blockSize }}
          />
        ))}
      </div>
    </div>
  )
}

/** The route of an address, without its parameters. */
const routeOf = (address: string): string => address.split('?')[0] ?? address

function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}

/** The mark of a node: in a part it names the part. */
const markOf = (file: string, place: string): string => {
  const part = /^screens\/(parts\/.+)\.json$/.exec(file)?.[1]
  return part === undefined ? place : `${part}#${place}`
}

/** Selects the node with a mark; that of a part opens the part. */
function select(workspace: ReturnType<typeof useWorkspace>, mark: string): void {
  const [, part, inPart] = /^(parts\/[^#]*)#(.*)$/.exec(mark) ?? []
  const { open } = workspace.get()
  if (part !== undefined) workspace.openFile(`screens/${part}.json`, inPart)
  else if (open !== null && !open.startsWith('screens/parts/')) workspace.set({ selected: mark })
}
